// The local of the outer body over the rounds of the inner loop.
// expect: proved
#include <stdlib.h>
int main(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    p = 0;
    for (int j = 0; j < 3; j++) {
      int y = j;
      if (p && *p != i)
        abort();
      p = &x;
      (void)y;
      int *q = &y;
      if (*q != j)
        abort();
    }
  }
  return 0;
}
