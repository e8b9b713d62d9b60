// Two values come to zero in one round, late.
// expect: proved-up-to
// flags: --max-unwind 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int x = 1000, y = 500;
  while (__VERIFIER_nondet_int()) {
    if (x > 0) {
      x--;
      if (x % 2 == 0)
        y--;
    }
    assert(x != 0 || y != 0);
  }
  return 0;
}
