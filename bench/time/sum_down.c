// time: terminates
// group: numeric
#include "suite.h"
void f(U x, U y) {
  while (x || y) {
    if (x) x--;
    else y--;
  }
}
