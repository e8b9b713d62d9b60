// time: terminates
// group: memory
#include "suite.h"
void f(U n) {
  U a[16] = {0};
  U s = 0;
  n &= 15;
  for (U i = 0; i < n; i++) s += a[i];
}
