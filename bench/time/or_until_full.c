// time: terminates
// group: reference10
// at most: x == UMAX: 0; x <= UMAX - 1: 32
#include "suite.h"
void f(U x) {
  while (x != UMAX) x |= (U)(x + 1);
}
