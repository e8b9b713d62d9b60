// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  for (signed char c = 0; c < 200; c++) x ^= (U)c;
}
