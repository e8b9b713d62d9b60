// time: terminates
// group: numeric
// at most: x <= 1: 0; x >= 2: 32
#include "suite.h"
void f(U x) {
  U p = 1;
  while (p < x && p <= UMAX / 2) p *= 2;
}
