// A lock that is taken twice where a round is skipped.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int held = 0, skipped = 0;
  while (__VERIFIER_nondet_int()) {
    assert(!held);
    held = 1;
    if (__VERIFIER_nondet_int() && skipped < 6)
      skipped++;
    else if (skipped == 6 && __VERIFIER_nondet_int() == 77)
      continue;
    held = 0;
  }
  return 0;
}
