// time: terminates
// group: driver
#include "suite.h"
void f(U head, U tail) {
  head &= 15;
  tail &= 15;
  while (head != tail) head = (U)((head + 1) & 15);
}
