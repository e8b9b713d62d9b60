// time: terminates
// group: numeric
// at most: 255
#include "suite.h"
void f(U x) {
  unsigned char c = (unsigned char)x;
  while (c) c++;
}
