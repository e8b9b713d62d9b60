// property: unreach-call
// expect: true
// rule: a call of abort is no call of reach_error
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  if (__VERIFIER_nondet_int() == 7) abort();
  return 0;
}
