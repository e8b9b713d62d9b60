// time: terminates
// group: numeric
#include "suite.h"
void f(U x) {
  int b = 0;
  while (x) {
    if (b) x--;
    b = !b;
  }
}
