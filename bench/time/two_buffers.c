// time: terminates
// group: driver
// at most: a > 0 && b >= 200: 0; a > 0 && b <= 199: -b + 200; a == 0: 0
#include "suite.h"
void f(U a, U b) {
  while (a > 0 && b < 200) {
    a--;
    b++;
  }
}
