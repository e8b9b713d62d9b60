// time: terminates
// group: numeric
#include "suite.h"
void f(S x) {
  if (x > 20) x = 20;
  while (x > -5) x -= 3;
}
