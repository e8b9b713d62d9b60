// The array is freed in a late round.
// expect: violated
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 5 || n > 1000)
    return 0;
  int *a = malloc(1000 * sizeof *a);
  if (!a)
    return 0;
  for (int i = 0; i < n; i++) {
    a[i] = i; // bug: use-after-free
    if (i == 5)
      free(a);
  }
  return 0;
}
