// time: terminates
// because: isspace of the terminator is false
#include <ctype.h>
void f(char *s) {
  while (isspace((unsigned char)*s)) s++;
}
