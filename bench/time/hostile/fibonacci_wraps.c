// time: forever
// because: 1 - 2 is 255 in a byte: no end for an odd one
static void fib(unsigned char n) {
  if (n == 0) return;
  fib(n - 2);
}
void f(unsigned char n) { fib(n); }
