// time: terminates
// because: x + y falls by the difference
void f(unsigned char x, unsigned char y) {
  if (!x || !y) return;
  while (x != y) {
    if (x < y) { unsigned char t = x; x = y; y = t; }
    x -= y;
  }
}
