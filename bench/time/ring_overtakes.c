// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  U head = 0, tail = x & 7;
  while (head != tail) head = (head + 2) & 7;
}
