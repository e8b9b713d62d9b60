// time: terminates
// group: numeric
#include "suite.h"
void f(U x, U y) {
  while (x > 0) {
    if (y > 0) y--;
    else {
      x--;
      y = 3;
    }
  }
}
