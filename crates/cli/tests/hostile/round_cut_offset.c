// The pointer points to the same local in each round, but at the head.
// expect-unconfirmed: the new local has the place of the old one
// flags: --max-unwind 3
// expect: proved-up-to
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), r = 0;
  for (unsigned k = 0; k < 2; k++) {
    unsigned *p = &r;
    for (unsigned i = 0; i < n; i++) {
      unsigned x[2] = {1, 2};
      if (i > 90000)
        r += *p & 1;
      p = &x[i & 1];
    }
  }
  return 0;
}
