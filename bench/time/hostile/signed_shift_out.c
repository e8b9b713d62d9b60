// time: terminates
// because: the one leaves at the top
void f(unsigned char n) {
  int x = n;
  while (x) x <<= 1;
}
