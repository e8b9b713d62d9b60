// Only n == 0 is too small: one value picked for the size would miss it.
// expect: violated
#include <everypath.h>
#include <stdlib.h>

int main(void) {
  unsigned n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n < 1000);
  char *p = malloc(n + 1);
  p[1] = 1; // bug: out-of-bounds-write
  free(p);
  return 0;
}
