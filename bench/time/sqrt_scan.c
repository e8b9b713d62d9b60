// time: terminates
// group: numeric
#include "suite.h"
void f(U x) {
  U r = 0;
  while (r < 15 && (r + 1) * (r + 1) <= x) r++;
}
