// time: terminates
// group: memory
#include "suite.h"
void f(U x) {
  U s[8];
  int n = 0;
  s[n++] = x & 7;
  while (n > 0) {
    U v = s[--n];
    if (v > 1 && n < 6) {
      s[n++] = (U)(v / 2);
      s[n++] = (U)(v / 3);
    }
  }
}
