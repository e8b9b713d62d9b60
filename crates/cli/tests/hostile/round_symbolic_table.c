// A table of addresses with an index that is an input.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int *t[3] = {0, 0, 0}, r = 0;
  unsigned k = __VERIFIER_nondet_uint() % 3;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (i == 1 && t[2])
      r = *t[2]; // bug: use-after-return
    t[k] = &x;
  }
  return r;
}
