// time: terminates
// flags: --cost ticks
// because: a tick of 2^32 - 1 and one of 0
void ep_tick(unsigned);
void f(unsigned char n) {
  ep_tick(n - 1);
  ep_tick(n + 1);
}
