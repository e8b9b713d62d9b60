// time: terminates
// group: driver
// at most: max(0, limit)
#include "suite.h"
void f(U status, U limit) {
  U t = 0;
  while (!(status & 0x10) && t < limit) t++;
}
