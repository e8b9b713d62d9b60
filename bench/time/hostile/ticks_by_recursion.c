// time: terminates
// flags: --cost ticks
// because: n ticks of 2 in each of n calls
void ep_tick(unsigned);
static void g(unsigned char n) {
  if (!n) return;
  ep_tick(2);
  g(n - 1);
}
void f(unsigned char n) { for (unsigned i = 0; i < n; i++) g(n); }
