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
  unsigned char x = __VERIFIER_nondet_uchar();
  int by_cast = (signed char)x;
  int by_trick = ((int)x ^ 0x80) - 0x80;
  __VERIFIER_assert(by_cast == by_trick);
}
