// time: terminates
// group: driver
// at most: len == 0: 0; len >= 8: len - 6; len > 0 && len <= 7: 1
#include "suite.h"
void f(U len) {
  U sent = 0;
  while (sent < len) {
    U part = (U)(len - sent);
    if (part > 7) part = 7;
    sent += part;
  }
}
