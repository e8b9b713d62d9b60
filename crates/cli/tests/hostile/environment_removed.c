// Removing can fail.
// expect: violated
// expect-unconfirmed: a native run cannot deny it
#include <assert.h>
#include <stdio.h>
int main(void) {
  assert(remove("lock") == 0); // bug: assertion-failure
  return 0;
}
