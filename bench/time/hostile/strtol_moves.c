// time: terminates
// because: where no number is, end is s
#include <stdlib.h>
void f(char *s) {
  char *end;
  for (;;) {
    strtol(s, &end, 10);
    if (end == s) return;
    s = end;
  }
}
