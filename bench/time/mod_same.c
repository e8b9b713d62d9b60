// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  while (x > 2) x = x % 7 + 3;
}
