// time: terminates
// group: driver
#include "suite.h"
void f(U first, U count) {
  U last = (U)(first + (count & 15));
  while (first != last) first++;
}
