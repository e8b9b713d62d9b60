// time: terminates
// group: driver
// at most: gap >= 3: gap - 2; gap > 0 && gap <= 2: 1; gap <= 0: 0
#include "suite.h"
void f(S gap) {
  while (gap > 0) {
    gap -= 3;
    if (gap < 0) gap = 0;
  }
}
