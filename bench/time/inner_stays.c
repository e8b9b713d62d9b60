// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  for (U i = 0; i < 3; i++) {
    U k = x;
    while (k > 5 && k != 4) {
      if (k == 6) k = 8;
      k--;
    }
  }
}
