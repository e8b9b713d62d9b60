// What a global variable points to is not lost.
// expect: proved
// flags: --check +leak
#include <stdlib.h>
int *g;
int main(void) {
  g = malloc(4);
  return 0;
}
