// time: terminates
// group: numeric
// at most: x == 0: 0; x > 0: 15
#include "suite.h"
void f(U x) {
  U r = 0;
  while (r < 15 && (r + 1) * (r + 1) <= x) r++;
}
