// The same phase is entered again with another limit.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int phase = 0, limit = 3, n = 0;
  while (__VERIFIER_nondet_int()) {
    switch (phase) {
    case 0:
      n = 0;
      phase = 1;
      break;
    case 1:
      if (++n == limit)
        phase = 2;
      break;
    default:
      assert(n == 3);
      limit = 4;
      phase = 0;
    }
  }
  return 0;
}
