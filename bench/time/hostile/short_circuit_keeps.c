// time: forever
// because: y falls only where x is not 0
void f(unsigned char x, unsigned char y) {
  while (y && (x == 0 || y--)) x &= 15;
}
