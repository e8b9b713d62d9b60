// time: terminates
// group: numeric
// at most: x > 0: 31; x >= -1 && x <= 0: 0; x <= -2: 31
#include "suite.h"
void f(S x) {
  while (x > 0 || x < -1) x >>= 1;
}
