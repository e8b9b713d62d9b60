// time: terminates
// because: the text has as many digits as n
#include <stdio.h>
#include <string.h>
void f(unsigned char n) {
  char b[8];
  unsigned k = 0;
  do snprintf(b, sizeof b, "%u", k++); while (strlen(b) < 2 && k < n);
}
