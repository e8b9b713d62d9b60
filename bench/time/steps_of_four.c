// time: terminates
// group: numeric
// exactly: x / 4
#include "suite.h"
void f(U x) {
  x &= (U)~3u;
  while (x) x -= 4;
}
