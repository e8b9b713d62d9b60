// memory: main => heap 8000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static struct { int n; } g = { -2147483647 - 1 };
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (g.n < -2147483640) { char *d = malloc(1000); if (!d) break; g.n++; }
  }
  return 0;
}