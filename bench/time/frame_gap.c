// time: terminates
// group: driver
#include "suite.h"
void f(S gap) {
  while (gap > 0) {
    gap -= 3;
    if (gap < 0) gap = 0;
  }
}
