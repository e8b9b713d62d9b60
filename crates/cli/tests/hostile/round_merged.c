// The pointer may point to either, or nowhere.
// expect-unconfirmed: the new local has the place of the old one
// expect: violated
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int other = 1, *p = 0, r = 0;
  for (int i = 0; i < 3; i++) {
    int x = i;
    if (p)
      r += *p; // bug: use-after-return
    if (__VERIFIER_nondet_int())
      p = &other;
    else if (__VERIFIER_nondet_int())
      p = &x;
  }
  return r;
}
