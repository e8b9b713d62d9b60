// time: forever
// because: n > 128: twice 128 is 0
void f(unsigned char n) {
  unsigned char cap = 1;
  while (cap < n) cap *= 2;
}
