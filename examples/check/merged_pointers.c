// Pointers to different objects come together and are told apart again.
// expect: violated
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int a[2] = {1, 2};
  int *p = __VERIFIER_nondet_bool() ? a : 0;
  int *q = __VERIFIER_nondet_bool() ? malloc(sizeof(int)) : p;
  if (!q) return 0;
  *q = 5;
  if (q != p) free(q);
  return q[0]; // bug: use-after-free
}
