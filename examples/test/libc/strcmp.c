// expect: violated
#include <everypath.h>
#include <string.h>

int main(void) {
  char s[5];
  ep_symbolic(s, sizeof s, "s");
  s[4] = 0;
  ep_assert(strcmp(s, "path") != 0); // bug: assertion-failure
  return 0;
}
