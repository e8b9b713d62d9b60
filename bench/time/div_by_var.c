// time: terminates
// group: numeric
#include "suite.h"
void f(U x, U d) {
  d = (d & 7) + 2;
  while (x) x /= d;
}
