// property: unreach-call
// expect: not true
// rule: a shift by too much may give what no processor at hand gives
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 32) return 0;
  if ((1u << (n & 63)) == 12345u) reach_error();
  return 0;
}
