// time: forever
// because: n & 255 of a wider limit
void f(unsigned short n) {
  unsigned char i = 0;
  while (i != n) i++;
}
