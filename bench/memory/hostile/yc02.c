// memory: main => heap 891+
// the same into a global's slot, with a test from above only
// INPUT: for i in 1 2 3 4 5 6 7 8 9; do echo 99; echo -1; done
#include <stdio.h>
#include <stdlib.h>
static char *g;
int main(void) {
  int n;
  while (scanf("%d", &n) == 1) {
    if (n < 100)
      g = realloc(g, n);
  }
  return 0;
}
