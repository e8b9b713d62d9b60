// time: terminates
// group: driver
#include "suite.h"
void f(U addr) {
  while (addr & 7) addr++;
}
