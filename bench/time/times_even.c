// time: terminates
// group: multiply
// at most: x > 0: 32; x == 0: 0
#include "suite.h"
void f(U x) {
  while (x) x *= 2;
}
