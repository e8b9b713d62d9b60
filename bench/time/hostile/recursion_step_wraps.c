// time: forever
// because: a step of 0 stays
static void g(unsigned char n, unsigned char s) {
  if (n < 100) g(n + s, s);
}
void f(unsigned char n, unsigned char s) { g(n, s); }
