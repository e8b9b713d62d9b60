// time: terminates
// flags: --cost-of g=n+3
// because: each call costs n + 3
static void g(unsigned n) { while (n) n--; }
void f(unsigned char n) {
  for (unsigned i = 0; i < n; i++) g(i);
}
