// time: forever
// group: endless
#include "suite.h"
void f(U x, U y) {
  while (x != y) {
    U v = x;
    x = y;
    y = v;
  }
}
