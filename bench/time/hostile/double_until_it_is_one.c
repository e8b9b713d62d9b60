// time: forever
// because: n == 0: d is infinite
void f(unsigned char n) {
  double d = 1;
  while (1 + d > 1) d /= n;
}
