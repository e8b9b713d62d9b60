// time: terminates
// because: each state leads to 3
void f(unsigned char n) {
  static const unsigned char to[4][2] = {{1, 2}, {3, 2}, {3, 3}, {3, 3}};
  unsigned char s = 0;
  while (s != 3) s = to[s][n & 1];
}
