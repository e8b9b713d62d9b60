// property: unreach-call
// expect: false(unreach-call)
// rule: the call counts, not what it does
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  if (__VERIFIER_nondet_int() == 123456) reach_error();
  return 0;
}
