// time: terminates
// group: driver
#include "suite.h"
static int take(U *x) {
  if (*x == 0) return 0;
  *x -= 1;
  return 1;
}
void f(U x) {
  while (take(&x)) ;
}
