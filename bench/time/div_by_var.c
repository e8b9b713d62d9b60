// time: terminates
// group: numeric
// at most: x > 0: bitlength(x); x == 0: 0
#include "suite.h"
void f(U x, U d) {
  d = (d & 7) + 2;
  while (x) x /= d;
}
