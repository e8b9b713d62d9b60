// time: terminates
// because: a zero comes in from behind
#include <string.h>
void f(unsigned char n) {
  char b[8] = {1, 1, 1, 1, 1, 1, 1, 0};
  b[n & 3] = 5;
  while (b[0]) memmove(b, b + 1, 7);
}
