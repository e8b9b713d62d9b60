// time: terminates
// group: driver
// exactly: n == 0: 0; n > 0: n
#include "suite.h"
static U seen;
static void on_event(U e) {
  seen += e & 1;
}
void f(U n) {
  for (U e = 0; e < n; e++) on_event(e);
}
