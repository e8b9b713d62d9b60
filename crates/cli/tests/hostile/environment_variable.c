// There can be variables.
// expect: violated
#include <assert.h>
#include <stdlib.h>
int main(void) {
  assert(getenv("HOME") == 0); // bug: assertion-failure
  return 0;
}
