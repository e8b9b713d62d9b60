// property: unreach-call
// expect: false(unreach-call) or unknown
// rule: another run has the error
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = n ? &n : 0;
  int v = *p;
  if (v == 77) reach_error();
  return 0;
}
