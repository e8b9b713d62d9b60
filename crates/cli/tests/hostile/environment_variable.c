// There can be variables.
// expect: unknown
#include <assert.h>
#include <stdlib.h>
int main(void) {
  assert(getenv("HOME") == 0);
  return 0;
}
