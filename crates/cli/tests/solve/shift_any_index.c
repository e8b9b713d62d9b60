// property: valid-memsafety
// expect: not true
// rule: what a shift by too much gives may be an index
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() & 63;
  int a[4] = {1, 2, 3, 4};
  unsigned k = 3u >> n;
  return a[k];
}
