// time: terminates
// because: 512 is a zero byte
#include <string.h>
void f(unsigned char n) {
  char b[4] = {1, 1, 1, 1};
  while (b[3]) memset(b, n * 512, 4);
}
