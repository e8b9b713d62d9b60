// Freeing a pointer whose tag bit was cleared is no invalid free.
// expect: unknown
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(8);
  uintptr_t u = (uintptr_t)p | 1;
  free((int *)(u & ~(uintptr_t)1));
  return 0;
}
