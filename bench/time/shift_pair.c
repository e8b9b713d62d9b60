// time: terminates
// group: reference10
// at most: y > 0 && x > 0 && y > 0: 32; x > 0 && y == 0: 0; x == 0: 0
#include "suite.h"
void f(U x, U y) {
  while (x && y) {
    x <<= 1;
    y >>= 1;
  }
}
