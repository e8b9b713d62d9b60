// time: terminates
// because: a definition without a prototype
static int less(n) int n; { return n - 1; }
void f(unsigned char n) {
  int i = n;
  while (i > 0) i = less(i);
}
