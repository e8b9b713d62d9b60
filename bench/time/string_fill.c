// time: terminates
// group: memory
// at most: 254
#include "suite.h"
void f(U x) {
  char s[256];
  U n = x & 127;
  for (U i = 0; i < n; i++) s[i] = 'a';
  s[n] = 0;
  U k = 0;
  while (s[k]) k++;
}
