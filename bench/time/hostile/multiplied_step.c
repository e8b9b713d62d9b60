// time: forever
// because: 3^k never is an even number
void f(unsigned char n) {
  unsigned char x = 1;
  while (x != n) x *= 3;
}
