// time: terminates
// group: numeric
// at most: 64
#include "suite.h"
void f(S x) {
  while (x != 0) {
    if (x > 0) x = (S)(-x / 2);
    else x = (S)(-(x / 2));
  }
}
