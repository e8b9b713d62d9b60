// A pointer that leads to a local of the body far behind.
// flags: --max-unwind 3
// expect: proved-up-to
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), a = 1, b = 2, *p = &a;
  for (unsigned i = 0; i < n; i++) {
    unsigned x = i;
    unsigned t = a;
    a = b;
    b = t;
    if (*p == 7 || a + b != 3)
      return x != 0;
    if (i == 70000)
      p = &x;
  }
  return 0;
}
