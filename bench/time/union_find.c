// time: terminates
// group: memory
#include "suite.h"
void f(U x) {
  int p[6] = {0, 0, 1, 2, 3, 4};
  int i = (int)(x % 6);
  while (p[i] != i) i = p[i];
}
