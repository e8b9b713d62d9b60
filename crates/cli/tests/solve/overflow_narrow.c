// property: no-overflow
// expect: true
// rule: a conversion to a narrow type is no overflow
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  signed char c = (signed char)n;
  int i = (int)n;
  return c == i;
}
