// Each call may fail or not, and is asked once.
// flags: --malloc-may-fail
// expect: proved
#include <stdlib.h>

int main(void) {
  int *p = malloc(4);
  if (!p)
    return 1;
  *p = 3;
  int *q = realloc(p, 8);
  if (!q) {
    int r = *p == 3 ? 2 : 3;
    free(p);
    return r;
  }
  free(q);
  return 0;
}
