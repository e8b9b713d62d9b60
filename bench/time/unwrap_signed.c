// time: terminates
// group: reference10
// exactly: x <= -1: SMAX + 1; x == 0: 0; x > 0: x
#include "suite.h"
void f(S x) {
  S y = 0;
  while (y != x && y >= 0) y++;
}
