// time: terminates
// group: numeric
// at most: x >= 2: (x + 1) / 2; x <= 1: 0
#include "suite.h"
void f(U x) {
  while (x > 1) x -= 2;
}
