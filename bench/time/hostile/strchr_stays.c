// time: forever
// because: it finds the same one again
#include <string.h>
void f(char *s) {
  char *p = s;
  while ((p = strchr(p, 'a')))
    ;
}
