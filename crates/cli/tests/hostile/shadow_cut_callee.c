// A callee returns what it never set.
// expect: violated
extern int __VERIFIER_nondet_int(void);
static int never(void) { int u; return u; }
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0;
  for (int i = 0; i < n; i++)
    if (i == 5) x = never();
  if (x == 5) return 1; // bug: uninitialised-read
  return 0;
}
