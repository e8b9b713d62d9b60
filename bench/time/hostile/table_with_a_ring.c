// time: forever
// because: 5 leads to 6, 6 to 5
void f(unsigned char n) {
  static const unsigned char to[8] = {0, 0, 1, 0, 2, 6, 5, 4};
  unsigned char i = n & 7;
  while (i) i = to[i];
}
