// time: terminates
// group: numeric
// at most: 20
#include "suite.h"
void f(U x) {
  for (U k = 0; k < 20 && x > 1; k++) if (x & 1) x = (U)(3 * x + 1);
  else x >>= 1;
}
