// time: terminates
// group: numeric
#include "suite.h"
void f(U x, U y) {
  while (x > 2 && y > 2) {
    if (x > y) x--;
    else y--;
  }
}
