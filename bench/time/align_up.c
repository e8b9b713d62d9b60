// time: terminates
// group: driver
// at most: max(1, mod(-addr, (UMAX + 1)))
#include "suite.h"
void f(U addr) {
  while (addr & 7) addr++;
}
