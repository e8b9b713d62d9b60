// Standard input need not be empty.
// expect: unknown
#include <assert.h>
#include <stdio.h>
int main(void) {
  assert(getchar() != 'x');
  return 0;
}
