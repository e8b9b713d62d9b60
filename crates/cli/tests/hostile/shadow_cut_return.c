// The result of main is what was never set.
// expect: violated
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(); int x = 0, u;
  for (int i = 0; i < n; i++) if (i == 5) x = u;
  return x; // bug: uninitialised-read
}
