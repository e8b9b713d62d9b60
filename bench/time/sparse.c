// time: terminates
// group: numeric
// at most: max(0, x - 1)
#include "suite.h"
void f(U x) {
  U s = x;
  do s = (U)((s - 1) & x);
  while (s != x && s != 0);
}
