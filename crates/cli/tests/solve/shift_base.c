// property: no-overflow
// expect: false(no-overflow)
// rule: a result of signed type that the type cannot hold is one, by a shift too
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a < 0 || a > 5) return 0;
  return a << 30;
}
