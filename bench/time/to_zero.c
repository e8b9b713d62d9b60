// time: terminates
// group: numeric
#include "suite.h"
void f(S x) {
  while (x) if (x > 0) x--;
  else x++;
}
