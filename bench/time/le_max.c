// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  U j = 0;
  while (j <= x) j++;
}
