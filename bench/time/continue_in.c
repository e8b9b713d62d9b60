// time: terminates
// group: numeric
#include "suite.h"
void f(U x) {
  while (x) {
    x--;
    if (x & 1) continue;
    x >>= 1;
  }
}
