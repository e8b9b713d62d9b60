// time: terminates
// group: memory
#include "suite.h"
void f(U x) {
  const char *s = "everypath";
  while (*s && *s != (char)x) s++;
}
