// time: terminates
// group: memory
// at most: 118
#include "suite.h"
void f(U x) {
  char c[20] = {0};
  (void)x;
  for (int i = 2; i < 20; i++) if (!c[i]) for (int j = 2 * i; j < 20; j += i) c[j] = 1;
}
