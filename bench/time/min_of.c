// time: terminates
// group: numeric
// at most: x > 0 && y > 0: x; x > 0 && y == 0: 0; x == 0: 0
#include "suite.h"
void f(U x, U y) {
  while (x && y) {
    x--;
    y--;
  }
}
