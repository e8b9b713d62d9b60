// time: terminates
// group: numeric
#include "suite.h"
void f(U x) {
  for (;;) {
    if (x < 3) break;
    x -= 3;
  }
}
