// time: terminates
// group: numeric
#include "suite.h"
void f(U x, U y) {
  U d = (U)(x - y);
  while (d) d--;
}
