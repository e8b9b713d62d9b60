// property: valid-memsafety
// expect: false(valid-memtrack)
// rule: it is lost where the program asked for it.
#include <stdlib.h>
int main(void) {
  char *p = calloc(4, 4);
  p = realloc(p, 32);
  char *q = malloc(3);
  q[0] = 1;
  free(p);
  return 0;
}
