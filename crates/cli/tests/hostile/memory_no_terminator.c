// strncpy leaves no terminator when the text is long.
// expect: violated
#include <string.h>
#include <everypath.h>

int main(void) {
  struct { char s[6]; } from;
  char *to = __builtin_alloca(4);
  ep_symbolic(&from, sizeof from, "from");
  from.s[5] = 0;
  strncpy(to, from.s, 4);
  return (int)strlen(to); // bug: out-of-bounds-read
}
