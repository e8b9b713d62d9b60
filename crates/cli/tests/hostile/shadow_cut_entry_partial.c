// Set before the loop on one way only.
// expect: violated
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x;
  if (n < 3) x = 0;
  for (int i = 0; i < n; i++)
    if (i == 5) x = 3;
  if (x == 5) return 1; // bug: uninitialised-read
  return 0;
}
