// time: terminates
// because: the shift is at least 1
void f(unsigned x) {
  while (x > 1) x >>= (x & 3) ? (x & 3) : 1;
}
