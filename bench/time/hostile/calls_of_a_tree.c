// time: terminates
// flags: --cost calls:leaf
// because: 2^(n & 7) calls of the leaf
static void leaf(void) {}
static void g(unsigned char n) {
  if (!n) { leaf(); return; }
  g(n - 1);
  g(n - 1);
}
void f(unsigned char n) { g(n & 7); }
