// property: no-overflow
// expect: true
// rule: unsigned arithmetic wraps and does not overflow
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  return n + 1 > n;
}
