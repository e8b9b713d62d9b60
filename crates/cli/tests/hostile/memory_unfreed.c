// A block that a global variable points to is no leak, but it is not freed.
// expect: violated
// flags: --check +unfreed-memory
#include <stdlib.h>
int *g;
int main(void) {
  g = malloc(4); // bug: unfreed-memory
  return 0;
}
