// The number of leading zeros of 0 is not defined.
// expect: violated
#include <everypath.h>

int main(void) {
  unsigned n;
  ep_symbolic(&n, sizeof n, "n");
  return __builtin_clz(n) == 7; // bug: invalid-argument
}
