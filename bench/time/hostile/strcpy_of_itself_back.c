// time: terminates
// because: one character less each time
#include <string.h>
void f(char *s) {
  while (*s) memmove(s, s + 1, strlen(s));
}
