// time: terminates
// group: numeric
// at most: x >= 8: (x + 5) / 7; x <= 7: 0
#include "suite.h"
void f(U x) {
  again: if (x > 7) {
    x -= 7;
    goto again;
  }
}
