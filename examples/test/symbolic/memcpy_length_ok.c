// expect: proved
#include <everypath.h>
#include <string.h>

int main(void) {
  char from[8] = "abcdefg", to[8] = {0};
  size_t n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n <= sizeof from);
  memcpy(to, from, n);
  for (size_t i = 0; i < 8; i++)
    ep_assert(to[i] == (i < n ? from[i] : 0));
  return 0;
}
