// time: terminates
// group: numeric
// exactly: x > y: x; y >= x && y > 0: y; y >= x && y == 0: 0
#include "suite.h"
void f(U x, U y) {
  U m = x > y ? x : y;
  while (m) m--;
}
