// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  do x |= 1;
  while (x);
}
