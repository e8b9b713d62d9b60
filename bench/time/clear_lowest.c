// time: terminates
// group: numeric
// exactly: x > 0: popcount(x); x == 0: 0
#include "suite.h"
void f(U x) {
  while (x) x &= x - 1;
}
