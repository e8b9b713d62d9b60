// time: terminates
// group: numeric
// at most: x > y && y > 0: (3*x - y - 2) / 2; x == y && y > 0: 0; x > 0 && y > x: y - 1; x > 0 && y == 0: 0; x == 0: 0
#include "suite.h"
void f(U x, U y) {
  if (!x || !y) return;
  while (x != y) if (x > y) x -= y;
  else y -= x;
}
