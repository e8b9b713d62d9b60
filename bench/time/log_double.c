// time: terminates
// group: numeric
#include "suite.h"
void f(U x) {
  U p = 1;
  while (p < x && p <= UMAX / 2) p *= 2;
}
