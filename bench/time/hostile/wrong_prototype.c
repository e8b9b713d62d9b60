// time: unknown
// because: a function is called by another type: undefined
static int less(int n, int m) { return n - m; }
void f(unsigned char n) {
  int (*g)(int) = (int (*)(int))less;
  int i = n;
  while (i > 0) i = g(i);
}
