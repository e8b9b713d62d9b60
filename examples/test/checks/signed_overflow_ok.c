// The midpoint that does not.
// expect: proved
#include <everypath.h>

int main(void) {
  int lo, hi;
  ep_symbolic(&lo, sizeof lo, "lo");
  ep_symbolic(&hi, sizeof hi, "hi");
  ep_assume(lo >= 0 && lo <= hi);
  int mid = lo + (hi - lo) / 2;
  ep_assert(mid >= lo && mid <= hi);
  return 0;
}
