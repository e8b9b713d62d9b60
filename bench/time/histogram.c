// time: terminates
// group: memory
// at most: UMAX + 12
#include "suite.h"
void f(U x) {
  U h[4] = {0};
  for (int i = 0; i < 12; i++) h[(x >> (i % W)) & 3]++;
  while (h[0]) h[0]--;
}
