// Some elements are initialised: only the others are wrong to decide by, and
// no input is on both sides.
// expect: violated
#include <everypath.h>
#include <stdlib.h>

int main(void) {
  unsigned char i, n;
  ep_symbolic(&i, sizeof i, "i");
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(i < 8 && n < 8);
  unsigned char *p = malloc(8);
  if (!p)
    return 0;
  for (unsigned k = 0; k < n; k++)
    p[k] = k;
  if (p[i] > 3) // bug: uninitialised-read
    ep_assert(i < n && i > 3);
  ep_assert(i < n);
  free(p);
  return 0;
}
