// property: unreach-call
// expect: false(unreach-call) or unknown
// rule: what is not initialised holds any value
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int x;
  if (x == 42) reach_error();
  return 0;
}
