// property: unreach-call
// expect: unknown or true
// rule: a division by zero ends its run
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  int d = 10 / n;
  if (d == 11) reach_error();
  return 0;
}
