// time: terminates
// group: driver
// at most: max(17, x + 17)
#include "suite.h"
void f(U x) {
  for (int pass = 0; pass < 2; pass++) {
    U n = x & 15;
    while (n) n--;
  }
}
