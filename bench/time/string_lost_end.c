// time: forever
// group: endless
#include "suite.h"
void f(U x) {
  char s[8] = "abcdefg";
  char *p = s;
  while (*p) {
    if (x == 77) *p = 'z', p = s;
    else p++;
  }
}
