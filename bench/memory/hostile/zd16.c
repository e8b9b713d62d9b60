// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static struct { int a, n; } g;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (g.n < 3) { void *d = malloc(1000); if (!d) break; g.n++; }
    if (c == 0) memset(&g, 0, sizeof g);
  }
  return 0;
}