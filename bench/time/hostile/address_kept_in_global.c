// time: forever
// because: n == 9: the callee writes through what was kept
static unsigned char *kept;
static void keep(unsigned char *p) { kept = p; }
static void touch(unsigned char n) { if (n == 9) *kept = 1; }
void f(unsigned char n) {
  unsigned char i = n & 1 ? 0 : 0, k = n;
  keep(&i);
  while (i < 2) {
    i++;
    touch(k);
  }
}
