// time: terminates
// group: numeric
// exactly: x > 0: x + 1; x == 0: 1
#include "suite.h"
void f(U x) {
  int d = 0;
  while (!d) {
    if (x == 0) d = 1;
    else x--;
  }
}
