// A swap with what was never set.
// expect: violated
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(); int x = 0, y;
  for (int i = 0; i < n; i++)
    if (i == 5) { int t = x; x = y; y = t; }
  if (x == 5) return 1; // bug: uninitialised-read
  return 0;
}
