// The block is entered in some rounds only.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int *p = 0, r = 0;
  for (int i = 0; i < 4; i++) {
    if (__VERIFIER_nondet_int()) {
      int x = i;
      if (p)
        r = *p; // bug: use-after-return
      p = &x;
    }
  }
  return r;
}
