// time: terminates
// group: numeric
#include "suite.h"
void f(U x) {
  int d = 0;
  while (!d) {
    if (x == 0) d = 1;
    else x--;
  }
}
