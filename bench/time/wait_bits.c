// time: terminates
// group: driver
// at most: 31
#include "suite.h"
void f(U reg) {
  U n = 0;
  do {
    reg >>= 1;
    n++;
  } while (!(reg & 1) && n < W);
}
