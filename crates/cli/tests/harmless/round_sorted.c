// Addresses that a callee is given in each round, and does not keep.
// expect: proved
#include <stdlib.h>
static void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}
int main(void) {
  int v[3] = {3, 1, 2};
  for (int i = 0; i < 3; i++) {
    int low = i, *at = &low;
    for (int j = i + 1; j < 3; j++) {
      int candidate = v[j];
      int *c = &candidate;
      if (*c < v[*at])
        *at = j;
    }
    swap(&v[i], &v[low]);
  }
  if (v[0] != 1 || v[2] != 3)
    abort();
  return 0;
}
