// time: forever
// because: only n == 3 leaves when i wraps
void f(unsigned char n) {
  unsigned i = 0;
  for (;;) {
    i += 2;
    if (i == 0 && n == 3) return;
  }
}
