// time: forever
// because: n odd and y odd: both change together
void f(unsigned char n, unsigned char y) {
  n &= 1;
  y &= 1;
  while (n == y) {
    n ^= 1;
    y ^= 1;
  }
}
