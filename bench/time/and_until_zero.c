// time: terminates
// group: reference10
#include "suite.h"
void f(U x) {
  while (x) x &= (U)(x << 1);
}
