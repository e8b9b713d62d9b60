// time: terminates
// group: numeric
// exactly: x > 0: mod(2863311531*(-x), (UMAX + 1)); x == 0: 0
#include "suite.h"
void f(U x) {
  while (x != 0) x += 3;
}
