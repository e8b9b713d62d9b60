// A list of addresses that grows by realloc.
// expect: violated
#include <stdlib.h>
int main(void) {
  int **list = 0, n = 0, sum = 0;
  for (int i = 0; i < 3; i++) {
    int x = i;
    int **grown = realloc(list, (n + 1) * sizeof *list);
    if (!grown)
      break;
    list = grown;
    list[n++] = &x;
  }
  for (int i = 0; i < n; i++)
    sum += *list[i]; // bug: use-after-return
  free(list);
  return sum;
}
