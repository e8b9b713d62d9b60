// time: terminates
// group: reference10
#include "suite.h"
void f(S x) {
  S y = 0;
  while (y != x && y >= 0) y++;
}
