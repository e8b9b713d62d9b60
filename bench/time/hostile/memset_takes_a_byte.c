// time: forever
// because: 256 is a zero byte, 1 is not
#include <string.h>
void f(int n) {
  char b[4] = {1, 1, 1, 1};
  if (n < 0 || n > 256) return;
  while (b[3]) memset(b, n, 4);
}
