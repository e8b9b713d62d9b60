// The clock is not that of 2001.
// expect: violated
#include <assert.h>
#include <time.h>
int main(void) {
  assert(time(0) < 1500000000); // bug: assertion-failure
  return 0;
}
