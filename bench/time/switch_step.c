// time: terminates
// group: numeric
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
