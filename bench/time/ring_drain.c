// time: terminates
// group: driver
// at most: max(0, UMAX)
#include "suite.h"
void f(U head, U tail) {
  head &= 15;
  tail &= 15;
  while (head != tail) head = (U)((head + 1) & 15);
}
