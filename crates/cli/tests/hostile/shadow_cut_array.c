// An element that no round may have set.
// expect: violated
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(); int a[4];
  for (int i = 0; i < n; i++) a[i & 3] = i;
  if (a[3] == 5) return 1; // bug: uninitialised-read
  return 0;
}
