// Inline assembly is not modelled; the path says so.
// expect: unknown
#include <everypath.h>

int main(void) {
  int n;
  ep_symbolic(&n, sizeof n, "n");
  if (n == 3)
    __asm__ volatile("nop" ::: "memory");
  return 0;
}
