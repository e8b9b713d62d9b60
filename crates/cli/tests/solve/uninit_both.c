// property: unreach-call
// expect: true or unknown
// rule: the same value at each read
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int x;
  int a = x, b = x;
  if (a != b) reach_error();
  return 0;
}
