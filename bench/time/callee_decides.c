// time: terminates
// group: driver
// at most: x >= 11: x - 9; x > 0 && x <= 10: 1; x == 0: 0
#include "suite.h"
static U step(U x) {
  return x > 10 ? 10 : x;
}
void f(U x) {
  while (x) x -= step(x);
}
