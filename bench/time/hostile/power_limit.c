// time: terminates
// because: 3^k passes n or is cut
void f(unsigned char n) {
  unsigned p = 1;
  while (p < n) p *= 3;
}
