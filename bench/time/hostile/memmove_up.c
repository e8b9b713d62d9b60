// time: forever
// because: b[0] stays when the block goes up
#include <string.h>
void f(unsigned char n) {
  char b[8] = {0};
  b[0] = n;
  while (b[0]) memmove(b + 1, b, 7);
}
