// Nobody promises which numbers a seed gives.
// expect-unconfirmed: a native run has the numbers of its library
// expect: violated
#include <assert.h>
#include <stdlib.h>
int main(void) {
  srand(1);
  assert(rand() == 1804289383); // bug: assertion-failure
  return 0;
}
