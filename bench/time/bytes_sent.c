// time: terminates
// group: driver
#include "suite.h"
void f(U len) {
  U sent = 0;
  while (sent < len) {
    U part = (U)(len - sent);
    if (part > 7) part = 7;
    sent += part;
  }
}
