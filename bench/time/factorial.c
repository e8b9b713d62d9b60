// time: terminates
// group: memory
// exactly: 0
#include "suite.h"
static U fact(U k) {
  return k < 2 ? 1 : (U)(k * fact((U)(k - 1)));
}
void f(U x) {
  fact(x & 15);
}
