// time: terminates
// because: what was there is there
#include <stdlib.h>
void f(unsigned char n) {
  unsigned char *p = malloc(2);
  if (!p) return;
  p[0] = n;
  p[1] = 0;
  unsigned char *q = realloc(p, 4);
  if (!q) return;
  while (*q) (*q)--;
  free(q);
}
