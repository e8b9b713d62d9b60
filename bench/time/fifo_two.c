// time: terminates
// group: driver
#include "suite.h"
void f(U rx, U tx) {
  while (rx | tx) {
    if (rx) rx--;
    if (tx) tx--;
  }
}
