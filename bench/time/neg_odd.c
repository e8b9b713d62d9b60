// time: terminates
// group: reference10
// at most: (UMAX + 1) / 2
#include "suite.h"
void f(U x) {
  x |= 1;
  while (x != 1) x -= 2;
}
