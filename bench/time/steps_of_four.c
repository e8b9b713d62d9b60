// time: terminates
// group: numeric
#include "suite.h"
void f(U x) {
  x &= (U)~3u;
  while (x) x -= 4;
}
