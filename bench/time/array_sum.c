// time: terminates
// group: memory
// at most: 15
#include "suite.h"
void f(U n) {
  U a[16] = {0};
  U s = 0;
  n &= 15;
  for (U i = 0; i < n; i++) s += a[i];
}
