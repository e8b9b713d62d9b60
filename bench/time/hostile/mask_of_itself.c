// time: terminates
// because: the lowest bit of four is taken off
void f(unsigned char x) {
  while (x & 0xf0) x -= (x & 0xf0) & -(x & 0xf0);
}
