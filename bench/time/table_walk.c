// time: terminates
// group: driver
// at most: 6
#include "suite.h"
static const U table[6] = {3, 1, 4, 1, 5, 9};
void f(U k) {
  U i = 0;
  while (i < 6 && table[i] != (k & 15)) i++;
}
