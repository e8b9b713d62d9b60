// time: terminates
// because: n rounds, fewer where there is no memory
#include <stdlib.h>
void f(unsigned char n) {
  char *p = 0;
  unsigned len = 0, cap = 0;
  while (len < n) {
    if (len == cap) {
      cap = cap ? cap * 2 : 4;
      char *q = realloc(p, cap);
      if (!q) break;
      p = q;
    }
    p[len++] = 'a';
  }
  free(p);
}
