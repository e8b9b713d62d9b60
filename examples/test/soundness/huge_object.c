// An object too large to hold ends its path with a reason, not the run.
// expect: unknown
#include <stdlib.h>

int main(void) {
  char *p = malloc(1ul << 36);
  if (!p)
    return 1;
  p[1ul << 35] = 1;
  free(p);
  return 0;
}
