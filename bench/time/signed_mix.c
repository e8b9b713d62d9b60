// time: forever
// group: endless
#include "suite.h"
void f(S x) {
  U n = 4;
  while ((U)x < n || x < 0) {
    if (x < 0) x = -1;
    else x++;
  }
}
