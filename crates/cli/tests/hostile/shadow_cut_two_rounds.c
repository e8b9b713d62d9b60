// What was never set wanders for two rounds.
// expect: violated
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), u, a = 0, b = 0, c = 0;
  for (int i = 0; i < n; i++) { c = b; b = a; if (i == 5) a = u; }
  if (c == 5) return 1; // bug: uninitialised-read
  return 0;
}
