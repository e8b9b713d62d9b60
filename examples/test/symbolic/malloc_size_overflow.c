// The product wraps in 32 bits, so the block is smaller than the loop thinks.
// expect: violated
#include <everypath.h>
#include <stdlib.h>

int main(void) {
  unsigned n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n > 0);
  unsigned bytes = n * 16;
  if (bytes > 64)
    return 1;
  char *p = malloc(bytes);
  p[(n - 1) & 3] = 0; // bug: out-of-bounds-write
  free(p);
  return 0;
}
