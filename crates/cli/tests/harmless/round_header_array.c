// The same with an array and the counter itself.
// expect: proved
#include <stdlib.h>
int main(void) {
  int *p = 0;
  for (int a[2] = {0, 5}; a[0] < 3; a[0]++) {
    int other = 0;
    int *q = &other;
    if (p && p[1] + *q != 5)
      abort();
    p = a;
  }
  return 0;
}
