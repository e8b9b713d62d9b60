// time: terminates
// group: numeric
// exactly: 0
#include "suite.h"
void f(U x) {
  do {
    x = 0;
  } while (x);
}
