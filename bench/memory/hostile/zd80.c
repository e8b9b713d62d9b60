// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct in { int n, m; };
static void put(struct in *x, int v) { x[-1].n = v; }
int main(void) {
  int c; struct in g[3] = {{0}};
  while ((c = getchar()) != EOF) {
    if (g[1].n < 3) { char *d = malloc(1000); if (!d) break; g[1].n++; }
    if (c == 0) put(g + 2, 0);
  }
  return 0;
}