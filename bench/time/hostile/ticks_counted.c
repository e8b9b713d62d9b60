// time: terminates
// flags: --cost ticks
// because: 7 for each odd, 1 for each even round
void ep_tick(unsigned);
void f(unsigned char n) {
  for (unsigned i = 0; i < n; i++) {
    if (i & 1) ep_tick(7);
    else ep_tick(1);
  }
}
