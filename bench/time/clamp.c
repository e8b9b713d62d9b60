// time: terminates
// group: numeric
// at most: x >= 21: 9; x >= -4 && x <= 20: (x + 9) / 3; x <= -5: 0
#include "suite.h"
void f(S x) {
  if (x > 20) x = 20;
  while (x > -5) x -= 3;
}
