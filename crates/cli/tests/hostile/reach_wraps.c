// A counter of eight bits comes back to its start.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = 1;
  int started = 0;
  while (__VERIFIER_nondet_int()) {
    if (started)
      assert(n != 1);
    started = 1;
    n++;
  }
  return 0;
}
