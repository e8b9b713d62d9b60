// time: terminates
// group: memory
// at most: x <= 8: 17; x >= 9: 16
#include "suite.h"
void f(U x) {
  U a[5] = {9, (U)x, 3, 7, 1};
  for (int i = 1; i < 5; i++) {
    U v = a[i];
    int j = i;
    while (j > 0 && a[j - 1] > v) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = v;
  }
}
