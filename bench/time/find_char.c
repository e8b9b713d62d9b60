// time: terminates
// group: memory
// at most: 36
#include "suite.h"
void f(U x) {
  const char *s = "everypath";
  while (*s && *s != (char)x) s++;
}
