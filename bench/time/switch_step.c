// time: terminates
// group: numeric
// at most: max(0, (4*x - 3) / 3, (4*x + 1) / 3, (x + 5) / 3)
#include "suite.h"
void f(U x) {
  while (x) switch (x & 3) {
    case 0: x >>= 2;
    break;
    case 1: x -= 1;
    break;
    default: x -= 2;
  }
}
