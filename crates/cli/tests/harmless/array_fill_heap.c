// The same in a block whose size is an input.
// expect: proved
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000)
    return 0;
  int *a = malloc(n * sizeof *a);
  if (!a)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = 2 * i;
  for (int i = 0; i < n; i++)
    assert(a[i] == 2 * i);
  free(a);
  return 0;
}
