// property: unreach-call
// expect: false(unreach-call)
// rule: signed overflow is not asked about and wraps
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n + 1 < n) reach_error();
  return 0;
}
