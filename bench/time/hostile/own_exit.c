// time: forever
// because: this exit comes back
static int left;
void _exit(int code) { left = code; }
void f(unsigned char n) {
  while (n) {
    if (n < 5) _exit(1);
    if (n > 1) n--;
  }
}
