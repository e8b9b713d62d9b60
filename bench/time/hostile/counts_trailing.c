// time: terminates
// because: ctz of an even number is above 0
void f(unsigned n) {
  while (n && !(n & 1)) n >>= __builtin_ctz(n);
}
