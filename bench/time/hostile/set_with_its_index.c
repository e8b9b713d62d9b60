// time: terminates
// because: the fill is i instructions of the library
#include <string.h>
void f(unsigned char n) {
  char b[256];
  for (int i = 0; i < n; i++) memset(b, 0, i);
}
