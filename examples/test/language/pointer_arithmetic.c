// Differences and comparisons of pointers into one array.
// expect: violated
#include <everypath.h>

int main(void) {
  short a[8] = {0};
  unsigned i, j;
  ep_symbolic(&i, sizeof i, "i");
  ep_symbolic(&j, sizeof j, "j");
  ep_assume(i <= 8 && j <= 8);
  short *p = a + i, *q = a + j;
  ep_assert((p < q) == (i < j));
  ep_assert(p - q == (long)i - (long)j);
  if (q - p == 3)
    return p[5]; // bug: out-of-bounds-read
  return 0;
}
