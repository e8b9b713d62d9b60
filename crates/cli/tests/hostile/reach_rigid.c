// What does not change is not what it was said to be.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  if (n < 0 || n > 20)
    return 0;
  while (i < n) {
    i++;
    assert(i != 20);
  }
  return 0;
}
