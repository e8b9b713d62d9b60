// time: terminates
// group: numeric
#include "suite.h"
void f(U x) {
  while (x != 0) x += 3;
}
