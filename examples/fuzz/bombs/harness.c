// Obstacle: what a verification harness asks for.
// seed: 0000000000000000
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 2 || n > 4) return 0;
  unsigned product = 1;
  for (int i = 0; i < n; i++) product *= __VERIFIER_nondet_uchar();
  if (product == 1001) abort(); // bug: abort (7 * 11 * 13)
  return 0;
}
