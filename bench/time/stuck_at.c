// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  while (x > 3) if (x != 77) x--;
}
