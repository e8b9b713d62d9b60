// On a 32-bit target a long has 4 bytes, so this product overflows.
// flags: -m32
// expect: violated
#include <everypath.h>

int main(void) {
  long n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assert(sizeof(long) == 4 && sizeof(void *) == 4);
  ep_assume(n >= 0 && n <= 100000);
  return n * n == 9; // bug: signed-overflow
}
