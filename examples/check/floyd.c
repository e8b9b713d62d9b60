// An invariant that is a case distinction is not found, but checked when it is
// given.
// expect: proved
#include <assert.h>
#include <everypath.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  unsigned x = 0;
  unsigned char up = 1;
  while (__VERIFIER_nondet_bool()) {
    ep_invariant(up <= 1 && x <= 100 && (up ? x < 100 : x > 0));
    if (up) {
      x++;
      if (x == 100) up = 0;
    } else {
      x--;
      if (x == 0) up = 1;
    }
  }
  assert(x <= 100);
  return 0;
}
