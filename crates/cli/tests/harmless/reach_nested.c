// Loops in loops whose counters are told by the outer one.
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int mode = 1;
  while (__VERIFIER_nondet_int()) {
    int n = 0;
    while (__VERIFIER_nondet_int()) {
      int m = mode;
      while (__VERIFIER_nondet_int())
        if (m < 4)
          m++;
      assert(m >= mode && m <= 4);
      if (n < 2)
        n++;
      assert(n <= 2);
    }
    mode = mode == 4 ? 1 : mode + 1;
  }
  return 0;
}
