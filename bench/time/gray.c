// time: terminates
// group: numeric
// at most: x > 0: x; x == 0: 0
#include "suite.h"
void f(U x) {
  while (x) {
    U g = x ^ (x >> 1);
    x = (x - 1) & (g | x);
  }
}
