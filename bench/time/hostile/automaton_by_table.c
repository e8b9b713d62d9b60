// time: forever
// because: from state 2 back to 1 for an odd n
void f(unsigned char n) {
  static const unsigned char to[4][2] = {{1, 2}, {3, 2}, {3, 1}, {3, 3}};
  unsigned char s = 0;
  while (s != 3) s = to[s][n & 1];
}
