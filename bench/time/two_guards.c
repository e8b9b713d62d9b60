// time: terminates
// group: numeric
// at most: y >= 3 && x >= 3: x + y - 5; x >= 3 && y <= 2: 0; x <= 2: 0
#include "suite.h"
void f(U x, U y) {
  while (x > 2 && y > 2) {
    if (x > y) x--;
    else y--;
  }
}
