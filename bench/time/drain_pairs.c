// time: terminates
// group: driver
#include "suite.h"
void f(U n) {
  while (n >= 2) {
    n -= 2;
    if (n == 6) break;
  }
}
