// time: terminates
// because: each blank becomes the end
#include <string.h>
void f(char *s) {
  char *p;
  while ((p = strrchr(s, 'x'))) *p = 0;
}
