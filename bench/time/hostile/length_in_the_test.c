// time: terminates
// because: s is one shorter each round
#include <string.h>
void f(char *s) {
  while (strlen(s) > 3) s++;
}
