// With what is given there is nothing else.
// expect: proved
// flags: --closed
#include <assert.h>
#include <stdio.h>
int main(void) {
  assert(getchar() != 'x');
  return 0;
}
