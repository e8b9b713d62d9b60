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
  int a[8], key = __VERIFIER_nondet_int();
  for (int i = 0; i < 8; i++) a[i] = 3 * i + 1;
  int at = -1;
  for (int i = 0; i < 8; i++)
    if (a[i] == key) at = i;
  if (at >= 0) __VERIFIER_assert(a[at] == key && at != 5);
  else __VERIFIER_assert(key != 23);
}
