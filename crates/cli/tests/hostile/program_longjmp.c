// A jump out of a function: not modelled, so nothing is proved.
// expect: unknown
#include <assert.h>
#include <setjmp.h>
extern _Bool __VERIFIER_nondet_bool(void);

static jmp_buf place;
static void leave(void) { longjmp(place, 1); }
int main(void) {
  volatile int n = 0;
  if (setjmp(place)) assert(n == 0);
  else { n = 1; if (__VERIFIER_nondet_bool()) leave(); }
}
