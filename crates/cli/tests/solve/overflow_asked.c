// property: no-overflow
// expect: false(no-overflow)
// rule: what the property asks
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n + 1 > n;
}
