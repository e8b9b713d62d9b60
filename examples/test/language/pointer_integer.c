// A pointer that travels through an integer keeps its object.
// expect: violated
#include <everypath.h>
#include <stdint.h>

int main(void) {
  int a[4] = {1, 2, 3, 4};
  unsigned n;
  ep_symbolic(&n, sizeof n, "n");
  ep_assume(n <= 4);
  uintptr_t u = (uintptr_t)a;
  ep_assert(u % sizeof(int) == 0);
  u += n * sizeof(int);
  return *(int *)u; // bug: out-of-bounds-read
}
