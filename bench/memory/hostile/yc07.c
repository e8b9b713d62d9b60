// memory: main => heap 2940+
// shrinking by one from a size_t of 0: realloc(p, n - 1) fails
// INPUT: for i in $(seq 60); do echo 50; echo 0; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
int main(void) {
  size_t n;
  while (scanf("%zu", &n) == 1) {
    if (n < 100)
      g = realloc(g, n - 1);
  }
  return 0;
}
