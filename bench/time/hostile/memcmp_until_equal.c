// time: forever
// because: a[3] is never written
#include <string.h>
void f(unsigned char n) {
  unsigned char a[4] = {0}, b[4] = {3, 3, 3, 0};
  b[3] = n;
  for (int i = 0; memcmp(a, b, 4); i = (i + 1) % 3) a[i] = 3;
}
