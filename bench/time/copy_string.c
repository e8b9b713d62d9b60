// time: terminates
// group: memory
// at most: 7
#include "suite.h"
void f(U x) {
  char s[8] = "hello!!", d[8];
  s[x & 7] = 0;
  char *p = s, *q = d;
  while ((*q++ = *p++)) ;
}
