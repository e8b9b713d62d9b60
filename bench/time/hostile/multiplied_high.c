// time: terminates
// because: the high half of a product of 64 bits
void f(unsigned n) {
  unsigned hi = (unsigned)(((unsigned long)n * 0xAAAAAAABul) >> 33);
  while (hi > n / 3) hi++;
}
