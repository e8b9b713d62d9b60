// Barriers, waits and hints of the processor do nothing to a program that runs
// alone.
// expect: proved
#include <everypath.h>

int main(void) {
  int n;
  ep_symbolic(&n, sizeof n, "n");
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("mfence\n\tnop" ::: "memory");
  int before = n;
  for (int i = 0; i < 3; i++)
    __asm__ volatile("rep; nop" ::: "memory");
  ep_assert(n == before);
  return 0;
}
