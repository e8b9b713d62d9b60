// time: terminates
// group: numeric
// at most: y > 0: y; y == 0: 0
#include "suite.h"
void f(U x, U y) {
  while (y) {
    U r = x % y;
    x = y;
    y = r;
  }
}
