// The phase comes back to zero after 256 rounds.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned char phase = 0;
  int x = 0;
  while (__VERIFIER_nondet_int()) {
    assert(phase != 0 || x == 0);
    phase++;
    x = 1;
  }
  return 0;
}
