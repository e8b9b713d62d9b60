// A function fills, another one looks.
// expect: proved
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static void fill(unsigned *a, unsigned n, unsigned v) {
  for (unsigned i = 0; i < n; i++)
    a[i] = v + i;
}
static void look(unsigned *a, unsigned n, unsigned v) {
  for (unsigned i = 0; i < n; i++)
    assert(a[i] - v == i);
}
int main(void) {
  unsigned a[400], n = __VERIFIER_nondet_uint(), v = __VERIFIER_nondet_uint();
  if (n > 400)
    return 0;
  fill(a, n, v);
  look(a, n, v);
  return 0;
}
