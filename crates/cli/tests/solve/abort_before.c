// property: unreach-call
// expect: true
// rule: abort ends the run before the error
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 3) abort();
  if (n > 3) reach_error();
  return 0;
}
