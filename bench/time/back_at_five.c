// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  for (U i = 0; i < x; i++)
    if (i == 5) i = 3;
}
