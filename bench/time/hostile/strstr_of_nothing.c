// time: forever
// because: the empty string is found everywhere
#include <string.h>
void f(char *s) {
  char *p = s;
  while ((p = strstr(p, "")) && *p)
    ;
}
