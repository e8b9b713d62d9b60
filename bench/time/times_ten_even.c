// time: terminates
// group: multiply
// at most: 32
#include "suite.h"
void f(U x) {
  x |= 1;
  while (x & UMAX) x = (U)(x * 10);
}
