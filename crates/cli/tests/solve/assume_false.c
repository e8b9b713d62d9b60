// property: unreach-call
// expect: true
// rule: nothing comes behind an assumption that is false
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  __VERIFIER_assume(0);
  reach_error();
}
