// time: terminates
// group: driver
// exactly: t >= 101: 0; t <= 100: 50
#include "suite.h"
void f(U t) {
  U w = 50;
  while (w) {
    if (t > 100) break;
    w--;
  }
}
