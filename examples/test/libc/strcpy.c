// Five bytes for "abcd" and its zero, four given.
// expect: violated
#include <everypath.h>
#include <string.h>

int main(void) {
  char to[4], from[6];
  ep_symbolic(from, sizeof from, "from");
  from[5] = 0;
  ep_assume(from[4] == 0 && from[0] && from[1] && from[2]);
  strcpy(to, from); // bug: out-of-bounds-write
  return to[0];
}
