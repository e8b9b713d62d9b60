// An array of variable length.
// expect: proved
#include <stdlib.h>
int main(void) {
  for (int i = 1; i < 4; i++) {
    int a[i];
    int *p = a;
    for (int k = 0; k < i; k++)
      p[k] = k;
    if (a[i - 1] != i - 1)
      abort();
  }
  return 0;
}
