// time: terminates
// group: memory
#include "suite.h"
static U less(U k) { return (U)(k - 1); }
static U half(U k) { return (U)(k / 2); }
void f(U x) {
  U (*const op[2])(U) = {less, half};
  U k = x & 63;
  while (k) k = op[k & 1](k);
}
