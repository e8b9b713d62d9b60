// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  int s = 0;
  while (s != 3) switch (s) {
    case 0: s = x & 1 ? 1 : 3;
    break;
    case 1: s = 2;
    break;
    case 2: s = 1;
    break;
  }
}
