// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  while (x) x *= 3;
}
