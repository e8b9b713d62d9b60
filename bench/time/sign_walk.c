// time: terminates
// group: reference10
#include "suite.h"
void f(S x) {
  while (x < 0) x = (S)((U)x << 1);
}
