// time: terminates
// group: pointer
// at most: 4
#include "suite.h"
void f(U x) {
  U a[6] = {1, 2, 3, 4, 5, 6}, *l = a, *r = a + 5;
  (void)x;
  while (l < r) {
    U v = *l;
    *l++ = *r;
    *r-- = v;
  }
}
