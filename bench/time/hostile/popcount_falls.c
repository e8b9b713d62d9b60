// time: terminates
// because: of n to the number of its ones, down to 1
void f(unsigned n) {
  while (n > 1) n = __builtin_popcount(n);
}
