// expect: proved
#include <everypath.h>

int main(void) {
  unsigned n;
  ep_symbolic(&n, sizeof n, "n");
  if (n == 0)
    return 0;
  int z = __builtin_clz(n);
  ep_assert(z >= 0 && z <= 31 && (n >> (31 - z)) == 1);
  return 0;
}
