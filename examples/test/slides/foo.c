// Pages 35 to 46: three feasible paths.
// flags: --entry foo --arith math
// expect: proved
int __VERIFIER_nondet_int(void);

int foo(int x, int y) {
  if (x > y) {
    y = x;
  }
  y = y - x;
  if (y > 7) {
    x = __VERIFIER_nondet_int();
  }
  return x + y;
}
