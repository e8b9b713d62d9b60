// The invariant is left after fifty rounds, which unwinding shows.
// expect: violated
#include <assert.h>
#include <everypath.h>
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  unsigned x = 0;
  unsigned char up = 1;
  while (__VERIFIER_nondet_bool()) {
    ep_invariant(x < 50); // bug: assertion-failure
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
