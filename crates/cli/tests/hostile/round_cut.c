// Any number of rounds; the pointer is used far behind.
// expect-unconfirmed: the new local has the place of the old one
// flags: --max-unwind 4
// expect: proved-up-to
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int *p = 0, r = 0;
  for (unsigned i = 0; i < n; i++) {
    int x = 1;
    if (i == 70000)
      r = *p;
    p = &x;
  }
  return r;
}
