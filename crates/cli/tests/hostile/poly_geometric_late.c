// The factor changes after many rounds.
// expect: proved-up-to
// flags: --max-unwind 1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned z = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  unsigned f = z, x = 1, y = z;
  for (unsigned c = 1; c < k; c++) {
    x = x * f + 1;
    y = y * f;
    if (c == 30000)
      f++;
  }
  assert(x * (z - 1) + 1 == y);
  return 0;
}
