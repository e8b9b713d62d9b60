// The same product fits a long of 8 bytes.
// expect: proved
#include <everypath.h>

int main(void) {
  long n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assert(sizeof(long) == 8 && sizeof(void *) == 8);
  ep_assume(n >= 0 && n <= 100000);
  return n * n == 9;
}
