// time: forever
// because: 1 is the most
void f(unsigned char n) {
  _Bool b = n;
  while (b < 2) b++;
}
