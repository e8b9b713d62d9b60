// memory: main => heap 900+
// a remainder that is negative: n % 16
// INPUT: for i in $(seq 60); do echo 15; echo -3; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *g;
int main(void) {
  int n;
  while (scanf("%d", &n) == 1)
    g = realloc(g, n % 16);
  return 0;
}
