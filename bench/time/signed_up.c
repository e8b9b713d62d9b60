// time: terminates
// group: numeric
#include "suite.h"
void f(S x) {
  while (x < 0) x++;
}
