// time: terminates
// group: numeric
#include "suite.h"
void f(U x) {
  if (x == UMAX) return;
  U j = 0;
  while (j <= x) j++;
}
