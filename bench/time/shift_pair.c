// time: terminates
// group: reference10
#include "suite.h"
void f(U x, U y) {
  while (x && y) {
    x <<= 1;
    y >>= 1;
  }
}
