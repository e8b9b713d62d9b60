// time: forever
// because: y == 0, x > 0: nothing is taken off
void f(unsigned char x, unsigned char y) {
  while (x != y) {
    if (x < y) { unsigned char t = x; x = y; y = t; }
    x -= y;
  }
}
