// expect-unconfirmed: the new local has the place of the old one
// expect: violated
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = 0;
  for (int i = 0; i < 3; i++) {
    int x = i;
    if (__VERIFIER_nondet_int()) {
      p = &x;
      continue;
    }
    if (p)
      return *p; // bug: use-after-return
  }
  return 0;
}
