// time: terminates
// group: numeric
// exactly: x > y: x - y; x == y: 0; y > x: UMAX + x - y + 1
#include "suite.h"
void f(U x, U y) {
  U d = (U)(x - y);
  while (d) d--;
}
