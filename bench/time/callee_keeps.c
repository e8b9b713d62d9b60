// time: forever
// group: endless
#include "suite.h"
static U id(U v) {
  return v;
}
void f(U x) {
  while (x == id(x)) x++;
}
