// time: terminates
// group: driver
// at most: 4
#include "suite.h"
void f(U in) {
  int s = 0;
  while (s != 4) {
    switch (s) {
      case 0: s = in & 1 ? 1 : 2;
      break;
      case 1: s = 3;
      break;
      case 2: s = 3;
      break;
      default: s = 4;
    }
  }
}
