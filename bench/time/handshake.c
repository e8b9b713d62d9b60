// time: terminates
// group: driver
// at most: a > 0: a + 3; a == 0: a + 3
#include "suite.h"
void f(U a) {
  int s = 0;
  U n = a;
  while (s < 3) {
    if (s == 0) {
      if (n == 0) s = 1;
      else n--;
    } else if (s == 1) s = 2;
    else s = 3;
  }
}
