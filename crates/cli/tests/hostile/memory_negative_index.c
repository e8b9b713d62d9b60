// An index that wraps to the element before.
// expect: violated
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[4] = {0};
  unsigned n = __VERIFIER_nondet_uint() % 5;
  a[(int)n - 1] = 1; // bug: out-of-bounds-write
  return a[0];
}
