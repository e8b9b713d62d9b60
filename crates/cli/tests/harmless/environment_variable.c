// With what is given there is nothing else.
// expect: proved
// flags: --closed
#include <assert.h>
#include <stdlib.h>
int main(void) {
  assert(getenv("HOME") == 0);
  return 0;
}
