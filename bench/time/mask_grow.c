// time: terminates
// group: numeric
#include "suite.h"
void f(U x) {
  U m = 0;
  while ((x & m) != x) m = (U)((m << 1) | 1);
}
