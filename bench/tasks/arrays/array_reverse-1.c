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
  unsigned char a[5], b[5];
  for (int i = 0; i < 5; i++) a[i] = b[i] = __VERIFIER_nondet_uchar();
  for (int i = 0, j = 4; i < j; i++, j--) {
    unsigned char t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
  for (int i = 0; i < 5; i++) __VERIFIER_assert(a[i] == b[4 - i]);
}
