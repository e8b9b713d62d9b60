// time: terminates
// flags: --cost ticks
// because: n * m ticks
void ep_tick(unsigned);
void f(unsigned char n, unsigned char m) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++) ep_tick(1);
}
