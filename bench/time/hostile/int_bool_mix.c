// time: forever
// because: !i is 0 or 1: only two values
void f(unsigned char n) {
  int i = 0;
  while (i != n) i = !i;
}
