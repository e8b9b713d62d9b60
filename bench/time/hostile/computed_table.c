// time: terminates
// because: each entry is below its index
void f(unsigned char n) {
  static const unsigned char to[8] = {0, 0, 1, 0, 2, 3, 5, 4};
  unsigned char i = n & 7;
  while (i) i = to[i];
}
