// Two machines hand on a token; one way keeps two of them, late.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int a = 1, b = 0, n = 0;
  while (__VERIFIER_nondet_int()) {
    if (n < 9)
      n++;
    if (a && !b) {
      b = 1;
      if (n < 9)
        a = 0;
    } else if (b && !a) {
      a = 1;
      b = 0;
    }
    assert(!(a && b));
  }
  return 0;
}
