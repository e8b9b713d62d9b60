// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  top: if (x & 0x40) goto top;
}
