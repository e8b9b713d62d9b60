extern int __VERIFIER_nondet_int(void);
// Euclid's algorithm by subtraction.
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a <= 0 || b <= 0) return 1;
  while (a != b) {
    if (a > b) a -= b;
    else b -= a;
  }
  return 0;
}
