// time: unknown
// because: what is there is not known, and no round changes it
#include <stdlib.h>
void f(unsigned char n) {
  unsigned char *p = malloc(8);
  if (!p) return;
  while (p[n & 7])
    ;
}
