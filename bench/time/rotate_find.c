// time: terminates
// group: reference10
#include "suite.h"
void f(U x) {
  if (!x) return;
  while (!(x & 1)) x = (U)((x >> 1) | (x << (W - 1)));
}
