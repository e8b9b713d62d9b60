// time: forever
// group: endless
#include "suite.h"
void f(S x) {
  while (x < 0) x = (S)-(U)x;
}
