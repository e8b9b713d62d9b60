// time: terminates
// because: grows as the golden ratio does
static void fib(unsigned char n) {
  if (n < 2) return;
  fib(n - 1);
  fib(n - 2);
}
void f(unsigned char n) { fib(n & 15); }
