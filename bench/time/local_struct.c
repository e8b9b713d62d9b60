// time: terminates
// group: driver
// at most: 31
#include "suite.h"
struct q {
  U head, tail;
};
void f(U x) {
  struct q q = {0, (U)(x & 31)};
  while (q.head < q.tail) q.head++;
}
