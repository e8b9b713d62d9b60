// Upper-casing a string literal in place.
// expect: violated
#include <everypath.h>

static char buffer[] = "abc";

int main(void) {
  int copy;
  ep_symbolic(&copy, sizeof copy, "copy");
  char *s = copy ? buffer : "abc";
  s[0] = 'A'; // bug: read-only-write
  return 0;
}
