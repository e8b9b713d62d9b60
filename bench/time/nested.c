// time: terminates
// group: numeric
#include "suite.h"
void f(U x) {
  U k = 0;
  for (U i = 0; i < x && i < 9; i++) for (U j = 0; j < i; j++) k++;
}
