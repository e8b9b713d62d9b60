// time: terminates
// group: driver
// at most: 32
#include "suite.h"
void f(U map) {
  for (U ch = 0; ch < W; ch++) {
    if (!((map >> ch) & 1)) continue;
    if (ch > 5) break;
  }
}
