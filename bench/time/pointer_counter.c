// time: terminates
// group: driver
// at most: 63
#include "suite.h"
void f(U x) {
  U n = x & 63;
  U *p = &n;
  while (*p) (*p)--;
}
