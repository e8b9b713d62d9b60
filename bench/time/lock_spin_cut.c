// time: terminates
// group: driver
#include "suite.h"
static int lock;
void f(U spins) {
  lock = 1;
  while (lock) {
    if (spins == 0) lock = 0;
    else spins--;
  }
}
