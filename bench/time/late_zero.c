// time: terminates
// group: numeric
#include "suite.h"
void f(U x) {
  U y = x;
  while (y > 0) {
    y = y - 1;
    if (y == 5) y = 0;
  }
}
