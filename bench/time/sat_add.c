// time: terminates
// group: numeric
// at most: max(1, UMAX - x - y + 1)
#include "suite.h"
void f(U x, U y) {
  y |= 1;
  while (x < UMAX) x = (x > UMAX - y) ? UMAX : (U)(x + y);
}
