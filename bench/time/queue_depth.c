// time: terminates
// group: driver
// at most: 29
#include "suite.h"
void f(U depth) {
  U q = depth & 31;
  while (q) {
    q--;
    if (q > 20) q -= 2;
  }
}
