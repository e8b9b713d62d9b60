// A freed object's address may be given out again: no proof either way.
// expect: unknown
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(8);
  uintptr_t u = (uintptr_t)p;
  free(p);
  char *q = malloc(8);
  int same = (uintptr_t)q == u;
  free(q);
  if (same)
    return 2;
  return 0;
}
