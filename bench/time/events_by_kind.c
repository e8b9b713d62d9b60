// time: terminates
// group: driver
// at most: mod(x, 8) + mod(x, 4) + 5
#include "suite.h"
static U kinds[3];
void f(U x) {
  kinds[0] = x & 7;
  kinds[1] = x & 3;
  kinds[2] = 2;
  for (int k = 0; k < 3; k++) while (kinds[k]) kinds[k]--;
}
