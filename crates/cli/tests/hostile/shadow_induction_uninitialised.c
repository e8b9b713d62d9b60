// Two rounds without an error say nothing of the third: a value gets lost far
// behind, and shows a round later.
// flags: --max-unwind 3
// expect: proved-up-to
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), a = 1, b = 2, u;
  for (unsigned i = 0; i < n; i++) {
    unsigned t = a;
    a = b;
    b = t;
    if (i == 70000)
      b = u;
    if (a != 1 && a != 2)
      return 1;
  }
  return 0;
}
