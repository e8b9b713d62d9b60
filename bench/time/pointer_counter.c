// time: terminates
// group: driver
#include "suite.h"
void f(U x) {
  U n = x & 63;
  U *p = &n;
  while (*p) (*p)--;
}
