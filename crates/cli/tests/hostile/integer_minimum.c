// The one quotient that does not fit.
// expect: violated
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (b == 0 || a > 0) return 0;
  return a / b; // bug: signed-overflow
}
