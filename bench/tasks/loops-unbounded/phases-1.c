#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
int main(void) {
  unsigned x = 0;
  unsigned char up = 1;
  while (__VERIFIER_nondet_bool()) {
    if (up) {
      x++;
      if (x == 100) up = 0;
    } else {
      x--;
      if (x == 0) up = 1;
    }
  }
  __VERIFIER_assert(x <= 100);
}
