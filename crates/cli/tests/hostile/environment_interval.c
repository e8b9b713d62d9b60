// How long something took.
// expect-unconfirmed: a native run has a clock of its own
// expect: violated
#include <assert.h>
#include <time.h>
int main(void) {
  clock_t a = clock(), b = clock();
  assert(b - a < 1000000000); // bug: assertion-failure
  return 0;
}
