// malloc does not clear, calloc does.
// expect: violated
#include <everypath.h>
#include <stdlib.h>

int main(void) {
  char clear;
  ep_symbolic(&clear, sizeof clear, "clear");
  int *p = clear ? calloc(2, sizeof *p) : malloc(2 * sizeof *p);
  p[0] = 1;
  int r = 0;
  if (p[1] == 5) // bug: uninitialised-read
    r = 1;
  free(p);
  return r;
}
