// memory: main => heap 600+
// a callee sets the counter back through a pointer
// INPUT: printf '%060d' 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void back(int *n) { if (*n == 9) *n = 0; }
int main(void) {
  int n = 0;
  for (;;) {
    if (getchar() == EOF) break;
    if (n < 10) {
      char *x = malloc(10);
      if (!x) break;
      x[0] = 1;
      n++;
    }
    back(&n);
  }
  return 0;
}
