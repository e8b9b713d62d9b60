// One of two branches writes it.
// flags: --uninit input
// expect: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x, c = __VERIFIER_nondet_int();
  if (c)
    x = 3;
  int y = x;
  assert(!c || y == 3);
  assert(y == x);
  return 0;
}
