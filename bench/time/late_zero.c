// time: terminates
// group: numeric
// at most: x >= 7: x; x == 6: 1; x > 0 && x <= 5: x; x == 0: 0
#include "suite.h"
void f(U x) {
  U y = x;
  while (y > 0) {
    y = y - 1;
    if (y == 5) y = 0;
  }
}
