// time: terminates
// group: multiply
#include "suite.h"
void f(U x) {
  while (x != 0) x *= 6;
}
