// time: terminates
// group: numeric
// exactly: x > 0: x; x == 0: 0; x <= -1: -x
#include "suite.h"
void f(S x) {
  while (x) if (x > 0) x--;
  else x++;
}
