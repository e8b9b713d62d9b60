// time: terminates
// group: pointer
// exactly: x == 0: 0
#include "suite.h"
void f(U x) {
  U a[4] = {x, 1, 0, 3};
  U *p = a;
  while (*p) p++;
}
