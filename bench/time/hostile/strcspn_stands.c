// time: forever
// because: "a": a span of none does not leave
#include <string.h>
void f(char *s) {
  while (*s) s += strcspn(s, "a");
}
