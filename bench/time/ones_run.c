// time: terminates
// group: numeric
// at most: max(0, popcount(x))
#include "suite.h"
void f(U x) {
  while (x & (x << 1) & UMAX) x &= (U)(x << 1);
}
