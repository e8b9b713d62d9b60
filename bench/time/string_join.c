// time: terminates
// group: memory
// at most: 14
#include "suite.h"
void f(U x) {
  char a[32] = "0123456", b[8] = "abcdefg";
  a[x & 7] = 0;
  char *p = a, *q = b;
  while (*p) p++;
  while ((*p++ = *q++)) ;
}
