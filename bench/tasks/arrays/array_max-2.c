#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
int main(void) {
  int a[6];
  for (int i = 0; i < 6; i++) a[i] = __VERIFIER_nondet_int();
  int m = a[0];
  for (int i = 1; i < 5; i++)
    if (a[i] > m) m = a[i];
  for (int i = 0; i < 6; i++) __VERIFIER_assert(a[i] <= m);
}
