// No byte at an address that is gone is no error; one is.
// expect: violated
#include <everypath.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n, m;
  char from[8] = "abcdefg";
  ep_symbolic(&n, sizeof n, "n");
  ep_symbolic(&m, sizeof m, "m");
  ep_assume(n <= 8 && m <= 8);
  char *p = malloc(8);
  if (!p)
    return 0;
  free(p);
  if (m == 0)
    memset(p, 1, m);
  memcpy(p, from, n); // bug: use-after-free
  ep_assert(n == 0);
  return 0;
}
