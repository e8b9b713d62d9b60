// time: terminates
// group: numeric
#include "suite.h"
void f(U b, U e) {
  U r = 1;
  while (e) {
    if (e & 1) r *= b;
    b *= b;
    e >>= 1;
  }
}
