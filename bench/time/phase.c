// time: terminates
// group: numeric
#include "suite.h"
void f(S x, S y) {
  if (y > 10) return;
  while (x > 0 && y > 0) {
    x = x - 1;
    if (x < 5) y--;
  }
}
