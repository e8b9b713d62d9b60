// Written through in a later round, at an offset that is an input.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char *p = 0;
  int r = 0;
  for (int i = 0; i < 3; i++) {
    char b[8] = "abcdefg";
    if (i == 2)
      p[__VERIFIER_nondet_uint() % 8] = 0; // bug: use-after-return
    r += b[0];
    if (i == 0)
      p = b;
  }
  return r;
}
