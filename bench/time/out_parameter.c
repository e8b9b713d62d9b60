// time: terminates
// group: driver
// exactly: x > 0: x; x == 0: 0
#include "suite.h"
static int take(U *x) {
  if (*x == 0) return 0;
  *x -= 1;
  return 1;
}
void f(U x) {
  while (take(&x)) ;
}
