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
enum { RED, AMBER, GREEN };
int main(void) {
  int north = RED, east = GREEN;
  while (1) {
    if (east == GREEN && __VERIFIER_nondet_bool()) east = AMBER;
    else if (east == AMBER) { east = RED; north = GREEN; }
    else if (north == GREEN && __VERIFIER_nondet_bool()) north = AMBER;
    else if (north == AMBER) { north = RED; east = GREEN; }
    __VERIFIER_assert(north == RED || east == RED);
  }
}
