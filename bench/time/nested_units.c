// time: terminates
// group: driver
// at most: 31
#include "suite.h"
void f(U units) {
  units &= 7;
  for (U u = 0; u < units; u++) for (U p = 0; p < 4; p++) if (p == u) break;
}
