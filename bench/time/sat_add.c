// time: terminates
// group: numeric
#include "suite.h"
void f(U x, U y) {
  y |= 1;
  while (x < UMAX) x = (x > UMAX - y) ? UMAX : (U)(x + y);
}
