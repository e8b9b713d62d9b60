// time: terminates
// group: numeric
// exactly: x == 0: 0; x > 0: x
#include "suite.h"
void f(U x) {
  for (U i = 0; i < x; i++) ;
}
