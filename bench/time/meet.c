// time: terminates
// group: numeric
// at most: x >= y: 0; y > x: y - x
#include "suite.h"
void f(U x, U y) {
  while (x < y) {
    x++;
    y--;
  }
}
