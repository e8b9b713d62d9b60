// One second difference is larger.
// expect: proved-up-to
// flags: --max-unwind 1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned k = __VERIFIER_nondet_uint(), n = 0, x = 0, y = 1, z = 6;
  while (n < k) {
    x += y;
    y += z;
    z += n == 1000 ? 7 : 6;
    n++;
  }
  assert(x == k * k * k);
  return 0;
}
