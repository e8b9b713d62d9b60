// time: terminates
// because: one call or two
static int g(int n) {
  if (n <= 0) return 1;
  if (n % 3) return g(n - 1);
  return g(n - 2) + g(n - 1);
}
void f(unsigned char n) { g(n & 15); }
