#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
int main(void) {
  int floor = 0, door = 0;
  while (__VERIFIER_nondet_bool()) {
    int e = __VERIFIER_nondet_int();
    if (e == 0) door = !door;
    else if (e == 1 && !door && floor < 9) { floor++; __VERIFIER_assert(!door); }
    else if (e == 2 && !door && floor > 0) floor--;
  }
  __VERIFIER_assert(floor >= 0 && floor <= 9);
}
