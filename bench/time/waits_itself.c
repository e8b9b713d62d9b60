// time: forever
// group: endless
#include "suite.h"
static int lock;
void f(U x) {
  lock = (x & 1);
  while (lock) ;
}
