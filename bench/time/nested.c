// time: terminates
// group: numeric
// at most: x == 0: 0; x > 0: 73
#include "suite.h"
void f(U x) {
  U k = 0;
  for (U i = 0; i < x && i < 9; i++) for (U j = 0; j < i; j++) k++;
}
