// time: terminates
// group: driver
#include "suite.h"
void f(U a, U b) {
  while (a > 0 && b < 200) {
    a--;
    b++;
  }
}
