// time: terminates
// because: three times three characters
#include <string.h>
void f(unsigned char n) {
  char b[40] = "";
  for (int i = 0; i < (n & 3); i++) strcat(b, "abc");
  for (char *p = b; *p; p++)
    ;
}
