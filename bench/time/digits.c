// time: terminates
// group: numeric
// at most: max(0, bitlength(x))
#include "suite.h"
void f(U x) {
  do x /= 10;
  while (x);
}
