// A jump into a block over the declaration.
// expect: proved
#include <stdlib.h>
int main(void) {
  int n = 0, *p = 0;
  goto in;
  for (; n < 3; n++) {
    int x;
    p = 0;
  in:
    x = n;
    p = &x;
    if (*p != n)
      abort();
  }
  return 0;
}
