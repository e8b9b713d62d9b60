// time: terminates
// group: driver
// at most: 40
#include "suite.h"
void f(U x) {
  U i = 0;
  for (; i < 20; i++) {
    if ((i ^ x) == 9) goto fail;
  }
  return;
  fail: while (i) i--;
}
