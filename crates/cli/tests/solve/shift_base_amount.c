// property: no-overflow
// expect: true
// rule: where the amount is too much nothing is said of the value
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() & 63;
  if (n > 4 && n < 32) return 0;
  int x = 3 << n;
  return x == 5;
}
