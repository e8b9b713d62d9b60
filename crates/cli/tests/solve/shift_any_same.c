// property: unreach-call
// expect: true
// rule: one shift has one value
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned s = 1u << n;
  unsigned t = s;
  if (s != t) reach_error();
  return 0;
}
