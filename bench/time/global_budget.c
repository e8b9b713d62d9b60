// time: terminates
// group: driver
#include "suite.h"
static U left;
void f(U x) {
  left = x;
  while (left > 0) {
    if (left > 3) left -= 3;
    else left = 0;
  }
}
