// time: terminates
// because: the quotient of div is rounded to 0
#include <stdlib.h>
void f(int n) {
  while (n < 0) n = div(n, 2).quot;
}
