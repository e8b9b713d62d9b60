// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  while (x != 100) {
    if (x < 50) x = 60;
    else if (x > 55) x = 40;
    else x++;
  }
}
