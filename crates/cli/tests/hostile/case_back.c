// The way back to the first phase forgets a counter.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int phase = 0, x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    if (phase == 0) {
      assert(y == 0);
      if (++x == 10)
        phase = 1;
    } else if (++y == 10) {
      phase = 0;
      x = 0;
    }
  }
  return 0;
}
