// Freeing the middle of a block.
// expect: violated
#include <everypath.h>
#include <stdlib.h>

int main(void) {
  char skip;
  ep_symbolic(&skip, sizeof skip, "skip");
  char *p = calloc(4, 1);
  if (skip == ' ')
    p++;
  free(p); // bug: invalid-free
  return 0;
}
