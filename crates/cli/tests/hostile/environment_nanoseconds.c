// The clock's parts.
// expect-unconfirmed: a native run has a clock of its own
// expect: violated
#include <assert.h>
#include <time.h>
int main(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  assert(t.tv_nsec != 123456789); // bug: assertion-failure
  return 0;
}
