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
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  unsigned r = 0;
  while ((r + 1) * (r + 1) <= n) r++;
  __VERIFIER_assert(r * r <= n && n < (r + 1) * (r + 1));
}
