// time: terminates
// group: multiply
// at most: 5
#include "suite.h"
void f(U x) {
  x &= (U)~1u;
  while (x) x = (U)(x * x);
}
