// time: terminates
// group: numeric
// exactly: x > 0 && y >= 0: x; x > 0 && y == -1: x; x > 0 && y <= -2: x; x <= 0: 0
#include "suite.h"
void f(S x, S y) {
  while (x > 0) {
    x--;
    y++;
  }
}
