// An input from before the loop that a round never changes.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), state = 0;
  if (n < 3 || n > 8)
    return 0;
  while (__VERIFIER_nondet_int()) {
    if (state == 0)
      state = n;
    else if (state > 3)
      state--;
    assert(state == 0 || (state >= 3 && state <= 8));
  }
  return 0;
}
