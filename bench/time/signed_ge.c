// time: forever
// group: endless
#include "suite.h"
void f(S x) {
  while (x <= SMAX) x++;
}
