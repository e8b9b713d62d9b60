// expect: violated
#include <everypath.h>
#include <string.h>

int main(void) {
  char a[4] = {1, 1, 1, 1};
  unsigned char n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n <= 4);
  memset(a, 0, n);
  ep_assert(a[3] == 1); // bug: assertion-failure
  return 0;
}
