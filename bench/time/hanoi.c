// time: terminates
// group: memory
// exactly: 0
#include "suite.h"
static void move(U k) {
  if (k) {
    move((U)(k - 1));
    move((U)(k - 1));
  }
}
void f(U x) {
  move(x & 7);
}
