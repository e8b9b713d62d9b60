// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  U j = 1;
  while (j != x) {
    j *= 2;
    if (j == 0) j = 1;
  }
}
