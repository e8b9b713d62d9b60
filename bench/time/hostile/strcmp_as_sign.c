// time: forever
// because: equal strings give 0
#include <string.h>
void f(char *s, char *t) {
  int d = strcmp(s, t) ? 1 : 0;
  for (int i = 0; i < 5; i += d)
    ;
}
