// time: forever
// because: 1 has one
void f(unsigned n) {
  while (n) n = __builtin_popcount(n);
}
