// time: terminates
// group: reference10
// at most: x >= 0: 0; x >= -1073741824 && x <= -1: 32; x <= -1073741825: 1
#include "suite.h"
void f(S x) {
  while (x < 0) x = (S)((U)x << 1);
}
