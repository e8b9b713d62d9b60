// property: no-overflow
// expect: true
// rule: a shift by too much is none
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  return (int)(1u << (n & 63));
}
