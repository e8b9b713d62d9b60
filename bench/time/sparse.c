// time: terminates
// group: numeric
#include "suite.h"
void f(U x) {
  U s = x;
  do s = (U)((s - 1) & x);
  while (s != x && s != 0);
}
