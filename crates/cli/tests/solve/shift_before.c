// property: unreach-call
// expect: not true
// rule: the error behind a shift by too much
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int s = 1 << (n & 63);
  if (n == 3 && s == 8) reach_error();
  return 0;
}
