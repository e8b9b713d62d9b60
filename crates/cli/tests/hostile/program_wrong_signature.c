// A function is called through a pointer of another type: one argument is missing.
// expect: violated
// expect-unconfirmed: natively a register happens to hold something
extern _Bool __VERIFIER_nondet_bool(void);

static int f(int a, int b) { return a + b; } // bug: uninitialised-read
int main(void) {
  int (*g)(int) = (int (*)(int))f;
  if (__VERIFIER_nondet_bool()) return g(1);
  return 0;
}
