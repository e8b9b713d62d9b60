// time: terminates
// group: numeric
#include "suite.h"
void f(U x) {
  while (x) {
    U g = x ^ (x >> 1);
    x = (x - 1) & (g | x);
  }
}
