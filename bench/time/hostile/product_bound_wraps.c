// time: terminates
// because: n * m is cut to 32 bits
void f(unsigned n, unsigned m) {
  unsigned p = n * m;
  for (unsigned i = 0; i < p; i += 16777216) {
    if (i > 4000000000u) break;
  }
}
