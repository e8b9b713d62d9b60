// time: terminates
// group: numeric
// at most: 32
#include "suite.h"
void f(U x) {
  U r = 0;
  for (int i = 0; i < W; i++) {
    r = (U)((r << 1) | (x & 1));
    x >>= 1;
  }
}
