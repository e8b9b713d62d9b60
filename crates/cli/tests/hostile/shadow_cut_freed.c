// A round frees.
// expect: violated
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
int main(void) {
  int n = __VERIFIER_nondet_int(); int *p = malloc(4);
  if (!p) return 0;
  *p = 1;
  for (int i = 0; i < n; i++) if (i == 5) free(p);
  if (n < 50000) free(p);
  return *p; // bug: use-after-free
}
