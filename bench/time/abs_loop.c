// time: forever
// group: endless
#include "suite.h"
void f(S x) {
  while (x != 5) {
    if (x < 0) x = (S)-(U)x;
    else x = (S)(x - 7);
  }
}
