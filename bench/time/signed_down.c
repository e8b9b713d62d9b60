// time: terminates
// group: numeric
// exactly: x > 0: x; x <= 0: 0
#include "suite.h"
void f(S x) {
  while (x > 0) x--;
}
