// time: terminates
// group: numeric
// at most: max(0, bitlength(e))
#include "suite.h"
void f(U b, U e) {
  U r = 1;
  while (e) {
    if (e & 1) r *= b;
    b *= b;
    e >>= 1;
  }
}
