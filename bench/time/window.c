// time: terminates
// group: driver
// at most: max(0, hi - lo, hi - lo + 1)
#include "suite.h"
void f(U lo, U hi) {
  while (lo < hi) {
    U mid = (U)(lo + (hi - lo) / 2);
    if (mid & 1) lo = (U)(mid + 1);
    else hi = mid;
  }
}
