// A heap block that is one byte short.
// expect: violated
#include <everypath.h>
#include <stdlib.h>

int main(void) {
  unsigned char n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n > 0 && n < 5);
  char *p = malloc(n);
  p[n] = 0; // bug: out-of-bounds-write
  free(p);
  return 0;
}
