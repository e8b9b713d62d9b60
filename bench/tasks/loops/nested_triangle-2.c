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
void assume_abort_if_not(int cond) {
  if (!cond) abort();
}
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  assume_abort_if_not(n >= 0 && n <= 8);
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) s++;
  __VERIFIER_assert(2 * s == n * (n - 1));
}
