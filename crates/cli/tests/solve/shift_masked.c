// property: unreach-call
// expect: true
// rule: a shift that fits has its value
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() & 31;
  if ((1u << n) == 0) reach_error();
  return 0;
}
