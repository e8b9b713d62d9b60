// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  for (;;) x++;
}
