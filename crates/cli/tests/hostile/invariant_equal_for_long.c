// Equal in the first hundred rounds only.
// expect: proved-up-to
// flags: --max-unwind 5
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  unsigned x = 0, y = 0, n = 0;
  while (__VERIFIER_nondet_bool()) {
    x++;
    n++;
    if (n != 100) y++;
    assert(x == y);
  }
}
