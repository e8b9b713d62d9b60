// time: terminates
// group: numeric
// at most: y >= 11: 0; y > 0 && y <= 10 && x > 0 && y > 0 && y <= 10: x; x > 0 && y <= 0: 0; x <= 0 && y <= 10: 0
#include "suite.h"
void f(S x, S y) {
  if (y > 10) return;
  while (x > 0 && y > 0) {
    x = x - 1;
    if (x < 5) y--;
  }
}
