// time: terminates
// group: numeric
// at most: 64
#include "suite.h"
void f(U x, U y) {
  x ^= y;
  y ^= x;
  x ^= y;
  while (x) x >>= 1;
  while (y) y >>= 1;
}
