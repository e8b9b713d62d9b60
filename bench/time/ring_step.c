// time: forever
// group: endless
#include "suite.h"
void f(U h, U e) {
  h &= 15;
  e &= 15;
  while (h != e) h = (U)((h + 2) & 15);
}
