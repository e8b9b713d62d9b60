// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  U a[2] = {(U)(x & 1), 0};
  int i = 0;
  while (a[0] || i > 1) i = 1 - i;
}
