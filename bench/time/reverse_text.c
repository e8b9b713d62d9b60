// time: terminates
// group: memory
#include "suite.h"
void f(U x) {
  char s[16];
  U n = x & 15;
  for (U i = 0; i < n; i++) s[i] = 'a' + i;
  for (U i = 0, j = n; i + 1 < j; i++) {
    j--;
    char t = s[i];
    s[i] = s[j];
    s[j] = t;
  }
}
