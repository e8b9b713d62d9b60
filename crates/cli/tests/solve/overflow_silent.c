// property: unreach-call
// expect: true
// rule: an overflow ends no run and is no error here
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  int m = n * 2;
  if (m == 1) reach_error();
  return 0;
}
