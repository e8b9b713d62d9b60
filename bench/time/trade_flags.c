// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  U a = x & 1, b = x >> 1 & 1;
  while (a != b) {
    U t = a;
    a = b;
    b = t;
  }
}
