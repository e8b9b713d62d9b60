// time: terminates
// because: abs(INT_MIN) is INT_MIN, 2^31 rounds
#include <stdlib.h>
void f(int x) {
  int i = abs(x);
  while (i != 0) i--;
}
