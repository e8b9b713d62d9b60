// time: terminates
// group: numeric
#include "suite.h"
void f(S x, S y) {
  while (x != y) {
    if (x < y) x++;
    else x--;
  }
}
