// time: terminates
// group: driver
// at most: 31
#include "suite.h"
void f(U sel, U n) {
  n &= 31;
  while (n) {
    switch (sel & 3) {
      case 0: n--;
      break;
      case 1: n >>= 1;
      break;
      case 2: n = 0;
      break;
      default: n -= n > 1 ? 2 : 1;
    }
  }
}
