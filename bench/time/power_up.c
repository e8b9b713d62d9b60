// time: terminates
// group: driver
// at most: 13
#include "suite.h"
void f(U v) {
  U level = 0;
  while (level < 12) {
    level += 1 + (v & 1);
  }
}
