// memory: main => heap 120+
// INPUT: printf aaaaaaaaaaaaaaaaaa
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
  }
  return 0;
}