// time: terminates
// group: numeric
// exactly: x > 0: x + y; x == 0 && y > 0: y; x == 0 && y == 0: 0
#include "suite.h"
void f(U x, U y) {
  while (x || y) {
    if (x) x--;
    else y--;
  }
}
