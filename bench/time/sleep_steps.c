// time: terminates
// group: driver
// at most: ms >= 51: ms - 49; ms >= 11 && ms <= 50: ms - 9; ms > 0 && ms <= 10: ms; ms == 0: 0
#include "suite.h"
void f(U ms) {
  while (ms > 0) {
    if (ms > 50) ms -= 50;
    else if (ms > 10) ms -= 10;
    else ms--;
  }
}
