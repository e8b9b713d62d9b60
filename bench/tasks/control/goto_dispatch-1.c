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
  int s = 0, x = __VERIFIER_nondet_int();
  if (x < 0) goto negative;
  if (x == 0) goto zero;
  s = 1;
  goto done;
negative:
  s = -1;
  goto done;
zero:
  s = 0;
done:
  __VERIFIER_assert((s < 0) == (x < 0) && (s > 0) == (x > 0));
}
