// time: terminates
// group: driver
// at most: 32
#include "suite.h"
void f(U c) {
  U used = 0;
  while (used < (c & 63)) used += 2;
}
