// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  while (x != 9) x += 4;
}
