// An inner loop of a late round copies what was never set.
// expect: violated
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), u, x = 0, y = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) if (j == 1 && i == 1) x = u;
    y = x;
  }
  if (y == 5) return 1; // bug: uninitialised-read
  return 0;
}
