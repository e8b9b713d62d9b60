// time: terminates
// group: memory
// at most: 9
#include "suite.h"
void f(U x) {
  U a[8] = {1, 3, 5, 7, 9, 11, 13, 15};
  int l = 0, r = 8;
  while (l < r) {
    int m = (l + r) / 2;
    if (a[m] < x) l = m + 1;
    else r = m;
  }
}
