// The second phase can be left at once.
// expect: violated
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int phase = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    if (phase == 0)
      phase = __VERIFIER_nondet_int() ? 1 : 2;
    else if (phase == 1 && ++y == 3)
      phase = 2;
    else if (phase == 2)
      assert(y == 3); // bug: assertion-failure
  }
  return 0;
}
