// The midpoint that overflows.
// expect: violated
#include <everypath.h>

int main(void) {
  int lo, hi;
  ep_symbolic(&lo, sizeof lo, "lo");
  ep_symbolic(&hi, sizeof hi, "hi");
  ep_assume(lo >= 0 && lo <= hi);
  int mid = (lo + hi) / 2; // bug: signed-overflow
  ep_assert(mid >= lo && mid <= hi);
  return 0;
}
