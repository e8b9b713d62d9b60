// time: terminates
// group: numeric
// at most: max(0, x, (x + 2) / 2)
#include "suite.h"
void f(U x) {
  while (x) {
    x--;
    if (x & 1) continue;
    x >>= 1;
  }
}
