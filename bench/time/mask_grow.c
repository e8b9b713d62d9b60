// time: terminates
// group: numeric
// exactly: bitlength(x)
#include "suite.h"
void f(U x) {
  U m = 0;
  while ((x & m) != x) m = (U)((m << 1) | 1);
}
