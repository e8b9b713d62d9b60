// What a later round copies was never set.
// expect: violated
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), u, x = 0;
  for (int i = 0; i < n; i++)
    if (i == 5) x = u;
  if (x == 5) return 1; // bug: uninitialised-read
  return 0;
}
