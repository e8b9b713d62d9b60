// In the third phase the first counter changes, much later.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int phase = 0, x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    if (phase == 0) {
      if (++x == 10)
        phase = 1;
    } else if (phase == 1) {
      if (++y == 20000)
        phase = 2;
    } else {
      assert(x == 10);
      x++;
      phase = 2;
    }
  }
  return 0;
}
