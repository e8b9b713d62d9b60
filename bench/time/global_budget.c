// time: terminates
// group: driver
// at most: x >= 4: x - 2; x > 0 && x <= 3: 1; x == 0: 0
#include "suite.h"
static U left;
void f(U x) {
  left = x;
  while (left > 0) {
    if (left > 3) left -= 3;
    else left = 0;
  }
}
