// time: terminates
// group: numeric
#include "suite.h"
void f(U x) {
  while (x > 4) x = x % (x / 2 + 1);
}
