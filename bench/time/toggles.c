// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  while (x & 3) x ^= 3;
}
