// time: terminates
// because: it finds the terminator: one round
#include <string.h>
void f(char *s) {
  char *p = s;
  int k = 0;
  while ((p = strchr(p, 0)) && k < 3) k++;
}
