// Copying until the zero, which may be missing.
// expect: violated
#include <everypath.h>

int main(void) {
  char from[4], to[4];
  ep_symbolic(from, sizeof from, "from");
  ep_assume(from[0] && from[1]);
  int i = 0;
  while (from[i]) { // bug: out-of-bounds-read
    to[i] = from[i];
    i++;
  }
  return to[0] == 'a';
}
