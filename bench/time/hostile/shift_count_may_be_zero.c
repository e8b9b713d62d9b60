// time: forever
// because: x & 3 is 0: nothing is shifted
void f(unsigned x) {
  while (x > 1) x >>= x & 3;
}
