// time: terminates
// group: pointer
// at most: 7
#include "suite.h"
void f(U i) {
  U a[8] = {0};
  i &= 7;
  while (i != 0) {
    a[i] = 1;
    i = (U)((i + 1) & 7);
  }
}
