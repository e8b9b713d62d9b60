// time: terminates
// group: driver
// at most: max(0, bytes)
#include "suite.h"
void f(U bytes, U burst) {
  burst = (burst & 15) + 1;
  while (bytes >= burst) bytes -= burst;
}
