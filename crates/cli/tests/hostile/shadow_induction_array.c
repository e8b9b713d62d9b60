// An element that loses its value far behind.
// flags: --max-unwind 3
// expect: proved-up-to
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), a[100] = {0}, u;
  for (unsigned i = 0; i < n; i++) {
    if (a[i % 100])
      return 1;
    if (i == 70000)
      a[i % 100] = u;
  }
  return 0;
}
