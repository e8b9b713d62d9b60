// The local in front of the first case is a new one each time.
// expect: violated
// expect-unconfirmed: the place is the same
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = 0, r = 0;
  for (int i = 0; i < 2; i++)
    switch (i) { int x; case 0: x = 5; p = &x; break; case 1: r = *p; // bug: use-after-return
    }
  return r;
}
