// time: terminates
// because: what it would have written
#include <stdio.h>
void f(unsigned char n) {
  char b[4];
  int k = snprintf(b, sizeof b, "%d", n);
  while (k > 0) k--;
}
