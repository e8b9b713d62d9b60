// main returns out of a loop, and what atexit registered has loops of its own.
// expect: proved
#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
static int array[4], sum;
static void clear(void) {
  for (int i = 0; i < 4; i++)
    sum += array[i];
  assert(sum == 12);
}
int main(void) {
  for (int i = 0; i < 4; i++)
    array[i] = 2 * i;
  atexit(clear);
  for (int i = 0; i < 3; i++)
    if (__VERIFIER_nondet_bool())
      return 2;
  return 0;
}
