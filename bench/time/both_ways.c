// time: terminates
// group: numeric
// exactly: x > y: x - y; x == y: 0; y > x: y - x
#include "suite.h"
void f(S x, S y) {
  while (x != y) {
    if (x < y) x++;
    else x--;
  }
}
