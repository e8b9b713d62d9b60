// time: forever
// because: LONG_MIN stays below 0
#include <stdlib.h>
void f(long n) {
  while (labs(n) < 0) n = labs(n);
}
