// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  U n = x & 7;
  while (n) {
    U k = n;
    k--;
  }
}
