// time: terminates
// group: numeric
#include "suite.h"
void f(U j) {
  while (j > 0) j++;
}
