// time: terminates
// group: numeric
// exactly: j == UMAX: 1; j > 0 && j <= UMAX - 1: UMAX - j + 1; j == 0: 0
#include "suite.h"
void f(U j) {
  while (j > 0) j++;
}
