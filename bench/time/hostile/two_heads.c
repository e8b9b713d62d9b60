// time: terminates
// because: x + 2y falls, but once
void f(unsigned char x, unsigned char y) {
  if (y & 1) goto B;
A:
  if (!x) return;
  x--;
B:
  if (!y) goto A;
  y--;
  x++;
  goto A;
}
