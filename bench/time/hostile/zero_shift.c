// time: forever
// because: a shift by 0 for n == 0 or 32
void f(unsigned n) {
  unsigned x = 1;
  while (x) x <<= (n & 31);
}
