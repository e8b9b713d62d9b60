// time: terminates
// because: the library may set it, once
#include <errno.h>
#include <stdlib.h>
void f(char *s) {
  int k = 0;
  errno = 0;
  while (!errno && k < 10) {
    strtol(s, 0, 10);
    k++;
  }
}
