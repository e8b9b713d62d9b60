// expect: violated
#include <everypath.h>
#include <stdlib.h>

int main(void) {
  char s[3];
  ep_symbolic(s, sizeof s, "s");
  s[2] = 0;
  ep_assert(atoi(s) != 42); // bug: assertion-failure
  return 0;
}
