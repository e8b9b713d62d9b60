// time: terminates
// group: driver
#include "suite.h"
void f(U ms) {
  while (ms > 0) {
    if (ms > 50) ms -= 50;
    else if (ms > 10) ms -= 10;
    else ms--;
  }
}
