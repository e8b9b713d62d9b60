// Standard input need not be empty.
// expect: violated
#include <assert.h>
#include <stdio.h>
int main(void) {
  assert(getchar() != 'x'); // bug: assertion-failure
  return 0;
}
