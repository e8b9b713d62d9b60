// time: terminates
// group: numeric
#include "suite.h"
void f(U x) {
  while (x) x >>= 4;
}
