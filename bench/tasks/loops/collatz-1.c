#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
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
  unsigned char x = __VERIFIER_nondet_uchar();
  assume_abort_if_not(x > 0 && x < 16);
  unsigned v = x, steps = 0;
  while (v != 1) {
    v = v % 2 ? 3 * v + 1 : v / 2;
    steps++;
  }
  __VERIFIER_assert(steps <= 19);
}
