// A local in front of the first case, after the switch.
// expect-unconfirmed: the place is still there
// expect: violated
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int z = 0, *p = &z;
  switch (__VERIFIER_nondet_int()) { int x; case 0: x = 5; p = &x; break; }
  return *p; // bug: use-after-return
}
