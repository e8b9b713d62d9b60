// time: unknown
// because: a string without a blank is left
#include <ctype.h>
void f(char *s) {
  while (!isspace((unsigned char)*s)) s++;
}
