// property: unreach-call
// expect: false(unreach-call)
// rule: one input gets past the loop
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  while (n != 5) ;
  reach_error();
}
