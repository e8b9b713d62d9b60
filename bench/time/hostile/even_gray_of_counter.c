// time: forever
// because: twice a gray code is never odd
void f(unsigned char n) {
  unsigned char i = 0;
  while ((unsigned char)((i ^ (i >> 1)) << 1) != n) i++;
}
