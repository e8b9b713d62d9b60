// time: terminates
// group: driver
// at most: max <= 1: 0; max >= 2: (SMAX + max + 3) / 4
#include "suite.h"
void f(U max) {
  U d = 1;
  while (d < max && d < UMAX / 2) d = (U)(d * 2 + 1);
}
