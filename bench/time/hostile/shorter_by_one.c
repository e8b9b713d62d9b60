// time: terminates
// because: the last character goes in each round
#include <string.h>
void f(char *s) {
  while (strlen(s) > 0) s[strlen(s) - 1] = 0;
}
