// time: terminates
// group: driver
// at most: 1056
#include "suite.h"
static U mask;
static int next(void) {
  for (int i = 0; i < W; i++) if (mask & ((U)1 << i)) return i;
  return -1;
}
void f(U x) {
  mask = x;
  int i;
  while ((i = next()) >= 0) mask &= (U)~((U)1 << i);
}
