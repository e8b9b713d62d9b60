// time: terminates
// group: numeric
#include "suite.h"
void f(U x, U s) {
  s = (s & 3) + 1;
  while (x) x >>= s;
}
