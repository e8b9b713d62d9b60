// time: terminates
// because: up to 100, in steps that grow
static void g(unsigned n, unsigned s) {
  if (n < 100) g(n + s, s + 1);
}
void f(unsigned char n) { g(n, 1); }
