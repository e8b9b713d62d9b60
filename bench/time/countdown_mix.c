// time: terminates
// group: numeric
#include "suite.h"
void f(S x, S y) {
  while (x > 0) {
    x--;
    y++;
  }
}
