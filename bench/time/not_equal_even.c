// time: terminates
// group: numeric
// exactly: x / 2
#include "suite.h"
void f(U x) {
  U e = (U)(x & ~1u);
  while (e != 0) e -= 2;
}
