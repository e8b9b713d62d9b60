// time: terminates
// group: numeric
#include "suite.h"
void f(U x) {
  unsigned char c = (unsigned char)x;
  while (c) c++;
}
