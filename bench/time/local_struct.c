// time: terminates
// group: driver
#include "suite.h"
struct q {
  U head, tail;
};
void f(U x) {
  struct q q = {0, (U)(x & 31)};
  while (q.head < q.tail) q.head++;
}
