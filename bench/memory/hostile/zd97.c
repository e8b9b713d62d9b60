// memory: main => heap 264+
// INPUT: printf axaxaxaxaxaxax
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static struct { char *b; unsigned n; } g;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (g.n >= 64) { free(g.b); g.b = 0; g.n = 0; continue; }
    char *q = realloc(g.b, g.n + 8); if (!q) continue;
    g.b = q; g.n += 8;
    if (c == 'x') { g.b = 0; }
  }
  return 0;
}