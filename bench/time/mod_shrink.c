// time: terminates
// group: numeric
// at most: x >= 5: bitlength(x); x <= 4: 0
#include "suite.h"
void f(U x) {
  while (x > 4) x = x % (x / 2 + 1);
}
