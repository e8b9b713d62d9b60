// time: terminates
// group: driver
#include "suite.h"
void f(U head, U tail) {
  head &= 7;
  tail &= 7;
  while (((head + 1) & 7) != tail) head = (U)((head + 1) & 7);
}
