// time: terminates
// group: numeric
// at most: 210
#include "suite.h"
void f(U x) {
  x &= 15;
  U s = (U)(x * x);
  while (s > x) s -= x ? x : 1;
}
