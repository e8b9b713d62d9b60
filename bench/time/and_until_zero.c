// time: terminates
// group: reference10
// at most: x > 0: popcount(x); x == 0: 0
#include "suite.h"
void f(U x) {
  while (x) x &= (U)(x << 1);
}
