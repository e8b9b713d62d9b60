// time: forever
// because: 31 is the most: n > 31
void f(unsigned char n) {
  unsigned _BitInt(5) i = 0;
  while (i < n) i++;
}
