// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  U i = x;
  while (i >= 0) i--;
}
