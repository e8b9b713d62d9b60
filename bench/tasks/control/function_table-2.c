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
static int inc(int x) { return x + 1; }
static int dec(int x) { return x - 1; }
static int same(int x) { return x; }
int main(void) {
  int (*table[3])(int) = {inc, dec, inc };
  int k = __VERIFIER_nondet_int();
  assume_abort_if_not(k >= 0 && k < 3);
  int r = table[k](10);
  __VERIFIER_assert(r - 10 == (k == 0) - (k == 1));
}
