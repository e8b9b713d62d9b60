// time: forever
// because: x * 5 + 2 is even
void f(unsigned char n) {
  unsigned char x = 0;
  while (x != n) x = x * 5 + 2;
}
