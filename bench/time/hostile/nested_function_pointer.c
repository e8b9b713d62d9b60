// time: forever
// because: the second call changes what the first one returns
static unsigned char (*g)(unsigned char);
static unsigned char less(unsigned char n) { return n - 1; }
static unsigned char same(unsigned char n) { return n; }
static unsigned char pick(unsigned char n) {
  if (n == 3) g = same;
  return g(n);
}
void f(unsigned char n) {
  g = less;
  while (n) n = pick(n);
}
