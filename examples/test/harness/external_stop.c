// A function without body ends the path, and the verdict says so.
// expect: unknown
#include <everypath.h>

int lottery(int ticket);

int main(void) {
  int n;
  ep_symbolic(&n, sizeof n, "n");
  if (n == 4)
    return lottery(n);
  return 0;
}
