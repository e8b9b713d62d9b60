// time: terminates
// group: numeric
#include "suite.h"
void f(U x, U y) {
  U m = x > y ? x : y;
  while (m) m--;
}
