// time: forever
// because: "x": it is there again
#include <string.h>
void f(char *s) {
  char *p;
  while ((p = strrchr(s, 'x'))) p[0] = 'x';
}
