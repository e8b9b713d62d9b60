// The second loop starts where the first one ends, but for one state.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int s = 0, t;
  while (__VERIFIER_nondet_int())
    if (s < 8)
      s++;
  t = s == 8 ? 1 : 0;
  while (__VERIFIER_nondet_int())
    if (t > 0 && t < 6)
      t++;
  assert(t != 6);
  return 0;
}
