// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  while (x >= 10) x = x % 10 * 10 + x / 10;
}
