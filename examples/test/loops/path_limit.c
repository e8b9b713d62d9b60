// A limit on paths leaves the question open, with a count of what waits.
// flags: --max-paths 3
// expect: unknown
#include <everypath.h>

int main(void) {
  unsigned n, i = 0;
  ep_symbolic(&n, sizeof n, "n");
  while (i < n)
    i++;
  return 0;
}
