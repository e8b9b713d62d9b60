// A local of the block of a round is used behind the loop.
// expect: violated
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(); int y = 0; int *p = &y;
  for (int i = 0; i < n; i++) { int x = i; if (i == 5) p = &x; }
  return *p == 3; // bug: use-after-return
}
