// time: terminates
// because: a span of none leaves
#include <string.h>
void f(char *s) {
  size_t n;
  while ((n = strspn(s, "ab")) > 0) s += n;
}
