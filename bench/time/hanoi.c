// time: terminates
// group: memory
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
