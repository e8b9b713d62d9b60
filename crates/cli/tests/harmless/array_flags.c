// Flags of a global array stay flags, whichever are set.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
unsigned char flag[100];
int main(void) {
  while (__VERIFIER_nondet_int()) {
    unsigned i = __VERIFIER_nondet_int();
    if (i < 100)
      flag[i] = 1;
  }
  unsigned i = __VERIFIER_nondet_int();
  if (i < 100)
    assert(flag[i] <= 1);
  return 0;
}
