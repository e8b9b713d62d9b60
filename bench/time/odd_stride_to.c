// time: terminates
// group: numeric
// exactly: x > y: mod(3435973837*(y - x), (UMAX + 1)); x == y: 0; y > x: mod(3435973837*(y - x), (UMAX + 1))
#include "suite.h"
void f(U x, U y) {
  while (x != y) x += 5;
}
