// property: no-overflow
// expect: unknown
// rule: a negative number that is shifted to the left has no result at all
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a != -5) return 0;
  return a << 3;
}
