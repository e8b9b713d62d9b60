// time: terminates
// group: driver
// at most: len >= 17: len - 15; len > 0 && len <= 16: 1; len == 0: 0
#include "suite.h"
void f(U len) {
  while (len > 0) {
    U chunk = len > 16 ? 16 : len;
    len -= chunk;
  }
}
