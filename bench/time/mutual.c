// time: terminates
// group: memory
// exactly: 0
#include "suite.h"
static int odd(U k);
static int even(U k) {
  return k ? odd((U)(k - 1)) : 1;
}
static int odd(U k) {
  return k ? even((U)(k - 1)) : 0;
}
void f(U x) {
  even(x & 31);
}
