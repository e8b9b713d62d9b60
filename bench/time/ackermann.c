// time: terminates
// group: memory
// exactly: 0
#include "suite.h"
static U ack(U m, U k) {
  if (!m) return (U)(k + 1);
  if (!k) return ack((U)(m - 1), 1);
  return ack((U)(m - 1), ack(m, (U)(k - 1)));
}
void f(U m, U k) {
  ack(m & 1, k & 7);
}
