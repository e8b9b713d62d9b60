#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
    abort();
  }
}
// A server that never ends: tickets given and served.
int main(void) {
  unsigned open = 0;
  while (1) {
    int request = __VERIFIER_nondet_int();
    if (request == 1) {
      if (open < 8) open++;
    } else if (request == 2) {
      if (open > 0) open--;
    } else if (request == 77) open += 9;
    __VERIFIER_assert(open <= 8);
  }
}
