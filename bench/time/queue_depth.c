// time: terminates
// group: driver
#include "suite.h"
void f(U depth) {
  U q = depth & 31;
  while (q) {
    q--;
    if (q > 20) q -= 2;
  }
}
