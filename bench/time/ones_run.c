// time: terminates
// group: numeric
#include "suite.h"
void f(U x) {
  while (x & (x << 1) & UMAX) x &= (U)(x << 1);
}
