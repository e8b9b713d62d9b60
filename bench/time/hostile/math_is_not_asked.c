// time: terminates
// flags: --arith math
// because: falls by 2 below 0 too
void f(int n) {
  while (n > 0) n -= 2;
}
