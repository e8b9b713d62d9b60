// time: terminates
// group: driver
#include "suite.h"
void f(U t) {
  U w = 50;
  while (w) {
    if (t > 100) break;
    w--;
  }
}
