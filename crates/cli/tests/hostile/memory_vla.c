// A variable length array of no elements.
// expect: violated
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 4;
  char a[n + 1];
  a[n] = 1;
  a[n * 2 / 2 + (n == 3)] = 1; // bug: out-of-bounds-write
  return 0;
}
