// A function that is always inlined, twice in a loop.
// expect: proved
#include <stdlib.h>
static inline __attribute__((always_inline)) int twice(int v) {
  int r = 0;
  {
    int x = v;
    int *p = &x;
    r = *p + x;
  }
  return r;
}
int main(void) {
  int kept = 0, *p = &kept;
  for (int i = 0; i < 3; i++) {
    int y = i;
    int *q = &y;
    kept = twice(*q) + twice(*p);
    if (y != i)
      abort();
  }
  return 0;
}
