// The same seed gives the same numbers, which is not kept: no answer.
// expect-unconfirmed: a native run has the numbers of its library
// expect: unknown
#include <assert.h>
#include <stdlib.h>
int main(void) {
  srand(5);
  int a = rand();
  srand(5);
  assert(a == rand()); // bug: assertion-failure
  return 0;
}
