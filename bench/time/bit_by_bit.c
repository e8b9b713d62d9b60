// time: terminates
// group: numeric
// at most: 32
#include "suite.h"
void f(U x) {
  U m = 1;
  while (m) {
    if (x & m) x ^= m;
    m <<= 1;
  }
}
