// What is freed by a handler is freed.
// expect: proved
// flags: --check +unfreed-memory
#include <stdlib.h>
int *g;
static void last(void) { free(g); }
int main(void) {
  g = malloc(4);
  atexit(last);
  return 0;
}
