// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  while (!(x & 1)) x <<= 1;
}
