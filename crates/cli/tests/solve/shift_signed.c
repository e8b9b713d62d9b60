// property: unreach-call
// expect: not true
// rule: a negative amount is too much
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= 0) return 0;
  if ((8 >> n) == 77) reach_error();
  return 0;
}
