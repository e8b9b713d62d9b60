// time: terminates
// because: the high half falls when the low one is 0
#include <string.h>
void f(unsigned short n) {
  unsigned char b[2];
  unsigned short x = n;
  while (x) {
    memcpy(b, &x, 2);
    if (b[0]) b[0]--;
    else b[1]--;
    memcpy(&x, b, 2);
  }
}
