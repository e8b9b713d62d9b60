// time: terminates
// group: driver
#include "suite.h"
void f(U max) {
  U d = 1;
  while (d < max && d < UMAX / 2) d = (U)(d * 2 + 1);
}
