// time: terminates
// group: numeric
#include "suite.h"
void f(U x) {
  again: if (x > 7) {
    x -= 7;
    goto again;
  }
}
