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
  int x = __VERIFIER_nondet_int();
  assume_abort_if_not(x > 0);
  while (x > 0) x--;
  __VERIFIER_assert(x == 0);
}
