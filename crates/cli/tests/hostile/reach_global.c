// A function writes the state behind the back of the loop, once in a while.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static int lamp, ticks;
static void tick(void) {
  ticks = ticks == 11 ? 0 : ticks + 1;
  lamp = ticks == 11 ? lamp + 1 : lamp > 1 ? lamp - 0 : lamp;
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    tick();
    assert(lamp != 3);
  }
  return 0;
}
