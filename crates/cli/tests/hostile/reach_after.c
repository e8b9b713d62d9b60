// The loop keeps its invariant; what comes after does not.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int i = 0;
  while (__VERIFIER_nondet_int())
    if (i < 30)
      i += 3;
  assert(i != 30);
  return 0;
}
