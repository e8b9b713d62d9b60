// The clock is not that of 2001.
// expect: unknown
#include <assert.h>
#include <time.h>
int main(void) {
  assert(time(0) < 1500000000);
  return 0;
}
