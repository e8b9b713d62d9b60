// time: forever
// because: n is no digit: the step is 0
#include <ctype.h>
void f(unsigned char n) {
  for (int i = 0; i < 10; i += isdigit(n))
    ;
}
