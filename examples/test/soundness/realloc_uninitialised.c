// What realloc adds is not initialised, also when the old size is symbolic.
// expect: violated
#include <everypath.h>
#include <stdlib.h>

int main(void) {
  unsigned n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n >= 1 && n <= 4);
  char *p = calloc(n, 1);
  p[0] = 1;
  char *q = realloc(p, 8);
  int r = 0;
  if (q[3] == 5) // bug: uninitialised-read
    r = 1;
  free(q);
  return r;
}
