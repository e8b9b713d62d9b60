// The loop goes to the length, inclusive.
// expect: violated
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 5;
  int a[4] = {0};
  for (unsigned i = 0; i <= n; i++) a[i] = 1; // bug: out-of-bounds-write
  return a[0];
}
