// time: terminates
// group: driver
#include "suite.h"
static U step(U x) {
  return x > 10 ? 10 : x;
}
void f(U x) {
  while (x) x -= step(x);
}
