// Inline assembly that computes is not modelled, and the path says so. What only
// orders accesses or waits does nothing here.
// expect: unknown
#include <everypath.h>

int main(void) {
  int n;
  ep_symbolic(&n, sizeof n, "n");
  __asm__ volatile("nop" ::: "memory");
  if (n == 3)
    __asm__ volatile("addl $1, %0" : "+r"(n));
  return 0;
}
