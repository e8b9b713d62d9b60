// time: terminates
// group: memory
// at most: 7
#include "suite.h"
void f(U x) {
  char s[8] = "abcdefg";
  s[x & 7] = 0;
  int n = 0;
  while (s[n]) n++;
}
