// time: terminates
// because: behind what was found
#include <string.h>
void f(char *s) {
  char *p = s;
  while ((p = strchr(p, 'a'))) p++;
}
