// Each round asks for an input of its own.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int last = __VERIFIER_nondet_int(), same = 0;
  while (__VERIFIER_nondet_int()) {
    int now = __VERIFIER_nondet_int();
    same = now == last ? same + 1 : 0;
    last = now;
    assert(same < 9);
  }
  return 0;
}
