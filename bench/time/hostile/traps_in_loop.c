// time: unknown
// because: a trap is no way to end
void f(unsigned char n) {
  for (;;) {
    if (n == 7) __builtin_trap();
    n++;
  }
}
