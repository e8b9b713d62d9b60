// time: terminates
// group: driver
// at most: 32
#include "suite.h"
void f(U pending) {
  for (int line = 0; pending && line < W; line++) if (pending & ((U)1 << line)) pending &= (U)~((U)1 << line);
}
