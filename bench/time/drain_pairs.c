// time: terminates
// group: driver
// at most: n >= 9: (n + 1) / 2; n == 8: 0; n >= 2 && n <= 7: (n + 1) / 2; n <= 1: 0
#include "suite.h"
void f(U n) {
  while (n >= 2) {
    n -= 2;
    if (n == 6) break;
  }
}
