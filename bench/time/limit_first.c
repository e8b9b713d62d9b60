// time: terminates
// group: numeric
// exactly: x == UMAX: 0; x <= UMAX - 1: x + 1
#include "suite.h"
void f(U x) {
  if (x == UMAX) return;
  U j = 0;
  while (j <= x) j++;
}
