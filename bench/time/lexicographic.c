// time: terminates
// group: numeric
// at most: x > 0 && y > 0: 4*x + y - 1; x > 0 && y == 0: 4*x - 1; x == 0: 0
#include "suite.h"
void f(U x, U y) {
  while (x > 0) {
    if (y > 0) y--;
    else {
      x--;
      y = 3;
    }
  }
}
