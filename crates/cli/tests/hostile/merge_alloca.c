// Memory of alloca in one of two merged states is gone with its function.
// expect: violated
// expect-unconfirmed: no sanitizer sees alloca after the return of an outer function
extern int __VERIFIER_nondet_int(void);
static char *f(int c) {
  static char s;
  char *p = &s;
  if (c) {
    p = __builtin_alloca(16);
    p[0] = 1;
  }
  return p;
}
int main(void) {
  char *p = f(__VERIFIER_nondet_int());
  return p[0]; // bug: use-after-return
}
