// time: terminates
// group: memory
#include "suite.h"
static U fact(U k) {
  return k < 2 ? 1 : (U)(k * fact((U)(k - 1)));
}
void f(U x) {
  fact(x & 15);
}
