// time: terminates
// group: driver
#include "suite.h"
void f(U len) {
  while (len > 0) {
    U chunk = len > 16 ? 16 : len;
    len -= chunk;
  }
}
