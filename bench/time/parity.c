// time: terminates
// group: numeric
// exactly: x > 0: bitlength(x); x == 0: 0
#include "suite.h"
void f(U x) {
  U p = 0;
  while (x) {
    p ^= x & 1;
    x >>= 1;
  }
}
