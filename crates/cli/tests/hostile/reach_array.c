// A state in an array of states is written by its number.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int s[3] = {0, 0, 0};
  while (__VERIFIER_nondet_int()) {
    unsigned k = __VERIFIER_nondet_uint() % 3;
    if (k == 0 || s[k - 1] > s[k])
      s[k]++;
    if (s[k] > 5)
      s[k] = 5;
    assert(s[2] < 3);
  }
  return 0;
}
