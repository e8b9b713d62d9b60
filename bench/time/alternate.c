// time: terminates
// group: numeric
// at most: x > 0: 2*x; x == 0: 0
#include "suite.h"
void f(U x) {
  int b = 0;
  while (x) {
    if (b) x--;
    b = !b;
  }
}
