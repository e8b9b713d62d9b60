// time: terminates
// group: memory
// exactly: 12
#include "suite.h"
void f(U x) {
  U m[3][3] = {{1, 2, 3}, {4, 5, x}, {7, 8, 9}}, s = 0;
  for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) s += m[i][j];
}
