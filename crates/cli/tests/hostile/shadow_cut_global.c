// A global variable gets what was never set.
// expect: violated
extern int __VERIFIER_nondet_int(void);
int g;
int main(void) {
  int n = __VERIFIER_nondet_int(); int u;
  for (int i = 0; i < n; i++)
    if (i == 5) g = u;
  if (g == 5) return 1; // bug: uninitialised-read
  return 0;
}
