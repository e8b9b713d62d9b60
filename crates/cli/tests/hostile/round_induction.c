// A proof by induction must not miss it: far behind.
// flags: --max-unwind 3
// expect: proved-up-to
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned *last;
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), own = 0;
  last = &own;
  for (unsigned i = 0; i < n; i++) {
    unsigned x = i;
    if (i > 60000)
      own = *last;
    if (i > 50000)
      last = &x;
    else
      last = &own;
    if (x != i)
      return 1;
  }
  return 0;
}
