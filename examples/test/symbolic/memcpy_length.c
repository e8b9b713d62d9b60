// Only the longest copy is one too long.
// expect: violated
#include <everypath.h>
#include <string.h>

int main(void) {
  char from[8] = "abcdefg", to[7];
  size_t n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n <= sizeof from);
  memcpy(to, from, n); // bug: out-of-bounds-write
  return 0;
}
