// time: terminates
// group: driver
// at most: 31
#include "suite.h"
void f(U n) {
  U s = 0;
  n &= 31;
  for (U i = 0; i < n; i++) s += (U)(i * 3);
}
