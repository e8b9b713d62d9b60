// time: terminates
// group: driver
// at most: max(0, rx + tx - 1, rx + tx)
#include "suite.h"
void f(U rx, U tx) {
  while (rx | tx) {
    if (rx) rx--;
    if (tx) tx--;
  }
}
