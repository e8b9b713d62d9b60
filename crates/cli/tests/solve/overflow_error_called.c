// property: no-overflow
// expect: true
// rule: reach_error is a function as any other
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  if (__VERIFIER_nondet_int() == 1) reach_error();
  return 0;
}
