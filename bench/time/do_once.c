// time: terminates
// group: numeric
#include "suite.h"
void f(U x) {
  do {
    x = 0;
  } while (x);
}
