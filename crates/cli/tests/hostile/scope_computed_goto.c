// A block left by a computed goto.
// expect-unconfirmed: the place is still there
// expect: violated
extern int __VERIFIER_nondet_int(void);
int main(void) {
  static void *to[] = { &&a, &&b }; int z = 0, *p = &z;
  if (__VERIFIER_nondet_int()) { int x = 3; p = &x; goto *to[1]; }
a: return 0;
b: return *p; // bug: use-after-return
}
