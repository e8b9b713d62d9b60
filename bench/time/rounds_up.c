// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  while (x > 0) x = x / 2 + x % 2;
}
