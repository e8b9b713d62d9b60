// time: forever
// because: "a": no number, and it is tried again
#include <stdlib.h>
void f(char *s) {
  char *end;
  while (*s) {
    strtol(s, &end, 10);
    s = end;
  }
}
