// A limit on time does too.
// flags: --timeout 1s
// expect: unknown
#include <everypath.h>

int main(void) {
  unsigned n, i = 0;
  ep_symbolic(&n, sizeof n, "n");
  while (i < n)
    i++;
  return 0;
}
