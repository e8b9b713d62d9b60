// time: terminates
// group: multiply
#include "suite.h"
void f(U x) {
  while (x) x *= 2;
}
