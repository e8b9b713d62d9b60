// time: terminates
// group: numeric
// at most: 1780
#include "suite.h"
void f(U x) {
  x &= 15;
  for (U i = 0; i < x; i++) for (U j = i; j < x; j++) ;
}
