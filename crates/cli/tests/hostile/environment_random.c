// What the seed is depends on the clock.
// expect-unconfirmed: a native run has random numbers of its own
// expect: violated
#include <assert.h>
#include <stdlib.h>
#include <time.h>
int main(void) {
  srand(time(0));
  assert(rand() != 123456789); // bug: assertion-failure
  return 0;
}
