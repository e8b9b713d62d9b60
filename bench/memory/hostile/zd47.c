// memory: main => heap 4900+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static double d = 5000.0;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (d > 4000) d = d - 100;
    if (d < 0 || d > 100000) break;
    char *p = malloc((size_t)d); if (!p) break; p[0] = 1; free(p);
  }
  return 0;
}