// With what is given there is nothing else.
// expect: proved
// flags: --closed
#include <assert.h>
#include <time.h>
int main(void) {
  assert(time(0) < 1500000000);
  return 0;
}
