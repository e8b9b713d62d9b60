// Three flags, one of which is reset by the wrong round.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int a = 0, b = 0, c = 0, n = 0;
  while (__VERIFIER_nondet_int()) {
    int e = __VERIFIER_nondet_int();
    n = n == 10 ? 0 : n + 1;
    if (e == 1 && !b && !c)
      a = 1;
    if (e == 2 && !a && !c)
      b = 1;
    if (e == 3 && !a && (!b || n == 10))
      c = 1;
    if (e == 4)
      a = b = c = 0;
    assert(a + b + c <= 1);
  }
  return 0;
}
