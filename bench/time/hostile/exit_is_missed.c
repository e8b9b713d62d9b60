// time: forever
// because: an even x never becomes 7
#include <stdlib.h>
static void check(unsigned char x) { if (x == 7) exit(0); }
void f(unsigned char x) {
  while (1) {
    check(x);
    x += 2;
  }
}
