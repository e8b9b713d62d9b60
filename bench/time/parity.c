// time: terminates
// group: numeric
#include "suite.h"
void f(U x) {
  U p = 0;
  while (x) {
    p ^= x & 1;
    x >>= 1;
  }
}
