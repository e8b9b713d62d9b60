// A block of the heap gets what was never set.
// expect: violated
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
int main(void) {
  int n = __VERIFIER_nondet_int(); int *b = malloc(4), *u = malloc(4);
  if (!b || !u) return 0;
  *b = 0;
  for (int i = 0; i < n; i++)
    if (i == 5) *b = *u;
  if (*b == 5) return 1; // bug: uninitialised-read
  return 0;
}
