#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
int main(void) {
  int *a = malloc(4 * sizeof(int)), *b = malloc(4 * sizeof(int));
  if (!a || !b) return 0;
  for (int i = 0; i < 4; i++) {
    a[i] = i;
    b[i] = 10 * i;
  }
  int *p = __VERIFIER_nondet_bool() ? a : b;
  p[2] = 99;
  __VERIFIER_assert((a[2] == 99) != (b[2] == 99));
  return 0;
}
