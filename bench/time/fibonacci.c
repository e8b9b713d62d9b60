// time: terminates
// group: memory
// exactly: 0
#include "suite.h"
static U fib(U k) {
  return k < 2 ? k : (U)(fib((U)(k - 1)) + fib((U)(k - 2)));
}
void f(U x) {
  fib(x & 7);
}
