// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  while (x != 10)
    if (x > 10) x++;
    else x--;
}
