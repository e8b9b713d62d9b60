// time: terminates
// group: numeric
#include "suite.h"
void f(U x, U y) {
  if (!x || !y) return;
  while (x != y) if (x > y) x -= y;
  else y -= x;
}
