// time: terminates
// group: numeric
#include "suite.h"
void f(U x, U y) {
  while (y) {
    U r = x % y;
    x = y;
    y = r;
  }
}
