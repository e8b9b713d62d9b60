// A pointer that becomes null far behind.
// flags: --max-unwind 3
// expect: proved-up-to
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), a = 1, b = 2, *p = &a;
  for (unsigned i = 0; i < n; i++) {
    unsigned t = a;
    a = b;
    b = t;
    if (*p > 2)
      return 1;
    if (i == 70000)
      p = 0;
  }
  return 0;
}
