// The state is written through a pointer to it.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int state = 0, *p = &state;
  while (__VERIFIER_nondet_int()) {
    if (*p < 12)
      *p += 2;
    assert(state != 12);
  }
  return 0;
}
