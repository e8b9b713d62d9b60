// time: unknown
// because: no terminator is written where there is no room
#include <string.h>
void f(char *s) {
  char b[4];
  int i = 0;
  strncpy(b, s, 4);
  while (b[i]) i++;
}
