// time: terminates
// group: numeric
#include "suite.h"
void f(U x) {
  for (U i = 0; i < x; i++) ;
}
