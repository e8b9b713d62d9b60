// time: forever
// because: the distance stays: n > 0
void f(unsigned char n) {
  unsigned i = 0, m = n;
  while (i != m) i++, m++;
}
