// property: unreach-call
// expect: true
// rule: exit ends the run
extern void exit(int);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  if (__VERIFIER_nondet_int()) exit(1);
  else exit(0);
  reach_error();
}
