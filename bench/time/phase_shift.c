// time: terminates
// group: driver
// at most: 22
#include "suite.h"
void f(U x) {
  int up = 1;
  U v = 0;
  while (v < 30) {
    if (up) v += 4;
    else v -= 1;
    up = !up;
  }
}
