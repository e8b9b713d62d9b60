// property: no-overflow
// expect: true
// rule: abort ends the run before the overflow
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 1000 || n < -1000) abort();
  return n * n;
}
