// Comparisons only: the formula is decided with fewer bits, and needs all its places.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[6];
  for (int i = 0; i < 6; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 5; i++) if (a[i] >= a[i + 1]) return 0;
  int low = 2147483642, in = 0;
  for (int i = 0; i < 6; i++) if (a[i] >= low) in++;
  assert(in < 6); // bug: assertion-failure
}
