// property: no-overflow
// expect: not true
// rule: a sum of what a shift by too much gives may overflow
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() & 63;
  int k = (int)(1u >> n);
  return k + 1 > 0;
}
