// property: no-overflow
// expect: false(no-overflow)
// rule: 1 << 31 is no int
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 31) return 0;
  return 1 << n;
}
