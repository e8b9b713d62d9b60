// expect: violated
#include <everypath.h>

int main(void) {
  unsigned n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n <= 32);
  return (1u << n) == 8; // bug: oversized-shift
}
