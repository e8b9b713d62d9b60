// time: terminates
// group: driver
// exactly: spins > 0: spins + 1; spins == 0: 1
#include "suite.h"
static int lock;
void f(U spins) {
  lock = 1;
  while (lock) {
    if (spins == 0) lock = 0;
    else spins--;
  }
}
