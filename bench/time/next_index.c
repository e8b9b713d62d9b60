// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  static const U next[8] = {1, 2, 3, 0, 5, 6, 7, 7};
  U p = x & 7;
  while (p != 7) p = next[p];
}
