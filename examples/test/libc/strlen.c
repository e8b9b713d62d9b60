// A string without its terminating zero.
// expect: violated
#include <everypath.h>
#include <string.h>

int main(void) {
  char s[4];
  ep_symbolic(s, sizeof s, "s");
  return (int)strlen(s); // bug: out-of-bounds-read
}
