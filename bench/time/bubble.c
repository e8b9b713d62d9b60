// time: terminates
// group: memory
// exactly: 15
#include "suite.h"
void f(U x) {
  U a[5] = {4, (U)x, 2, 5, 1};
  for (int i = 0; i < 5; i++) for (int j = 0; j + 1 < 5 - i; j++) if (a[j] > a[j + 1]) {
    U v = a[j];
    a[j] = a[j + 1];
    a[j + 1] = v;
  }
}
