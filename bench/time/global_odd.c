// time: forever
// group: endless
#include "suite.h"
static U g;
void f(U x) {
  g = x;
  while (g) g -= 2;
}
