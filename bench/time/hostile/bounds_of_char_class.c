// time: terminates
// because: isdigit gives no number to count by
#include <ctype.h>
void f(unsigned char n) {
  int step = isdigit(n) ? 1 : 2;
  for (int i = 0; i < 10; i += step)
    ;
}
