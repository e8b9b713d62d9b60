// time: terminates
// group: numeric
#include "suite.h"
void f(S x, S y) {
  while (x < y) x++;
}
