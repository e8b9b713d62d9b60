// time: terminates
// group: driver
// at most: max(15, UMAX - first + 15, UMAX + 16)
#include "suite.h"
void f(U first, U count) {
  U last = (U)(first + (count & 15));
  while (first != last) first++;
}
