// What day it is.
// expect-unconfirmed: a native run has a clock of its own
// expect: violated
#include <assert.h>
#include <time.h>
int main(void) {
  time_t t = time(0);
  assert(t / 86400 % 7 != 3 || t % 86400 != 77); // bug: assertion-failure
  return 0;
}
