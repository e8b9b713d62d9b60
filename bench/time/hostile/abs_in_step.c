// time: forever
// because: x == INT_MIN: abs is negative, i goes down and up for ever
#include <stdlib.h>
void f(signed char c) {
  int x = c == -128 ? -2147483647 - 1 : c;
  for (int i = 0; i >= 0 && i < 10; i = abs(x) < 0 ? 0 : i + 1)
    ;
}
