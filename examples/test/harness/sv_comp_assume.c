// __VERIFIER_assume cuts paths, and an unmet assumption is no finding.
// expect: proved
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x < 4);
  if (x * x > 9)
    __VERIFIER_error();
  __VERIFIER_assume(x > 10);
  __VERIFIER_error();
  return 0;
}
