// expect: violated
extern long __VERIFIER_nondet_long(void);
extern short __VERIFIER_nondet_short(void);
extern void __VERIFIER_error(void);

int main(void) {
  long a = __VERIFIER_nondet_long();
  short b = __VERIFIER_nondet_short();
  if (a == 1L << 40 && b == -3)
    __VERIFIER_error(); // bug: assertion-failure
  return 0;
}
