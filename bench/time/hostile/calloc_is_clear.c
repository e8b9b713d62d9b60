// time: terminates
// because: all is 0, where there is memory
#include <stdlib.h>
void f(unsigned char n) {
  unsigned char *p = calloc(8, 1);
  if (!p) return;
  while (p[n & 7]) p[n & 7] = 1;
  free(p);
}
