// With what is given there is nothing else.
// expect: proved
// flags: --closed
#include <assert.h>
#include <stdlib.h>
#include <time.h>
int main(void) {
  srand(time(0));
  assert(rand() % 6 != 4);
  return 0;
}
