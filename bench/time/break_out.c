// time: terminates
// group: numeric
// at most: x >= 3: (x + 2) / 3; x <= 2: 0
#include "suite.h"
void f(U x) {
  for (;;) {
    if (x < 3) break;
    x -= 3;
  }
}
